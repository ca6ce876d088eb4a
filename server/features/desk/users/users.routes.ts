import type { FastifyInstance } from 'fastify'
import * as changeContract from '../../../../contract/desk/member-changes.ts'
import * as recordContract from '../../../../contract/desk/member-records.ts'
import * as contract from '../../../../contract/desk/users.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as adjustments from './adjustments.service.ts'
import * as records from './master-record.service.ts'
import * as changes from './member-changes.service.ts'
import * as mobile from './mobile-change.service.ts'
import * as blocks from './user-blocks.service.ts'
import * as service from './users.service.ts'

export function userRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listUsers, (reading, { query }) =>
    service.listUsers(reading, query),
  )
  mount(app, contract.getUser, ({ params }) => service.getUser(context, params.memberId))
  mount(app, recordContract.enrolUser, ({ caller, body, origin }) =>
    records.enrolMember(context, caller, body, origin),
  )
  mount(app, recordContract.editUser, ({ caller, params, body, origin }) =>
    records.editMember(context, caller, { ...params, ...body }, origin),
  )
  mount(app, changeContract.listMemberChanges, ({ query }) => changes.listChanges(context, query))
  mount(app, changeContract.approveMemberChange, ({ caller, params, body, origin }) =>
    changes.approveChange(context, caller, { ...params, ...body }, origin),
  )
  mount(app, changeContract.rejectMemberChange, ({ caller, params, body, origin }) =>
    changes.rejectChange(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.blockUser, ({ caller, params, body, origin }) =>
    blocks.blockUser(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.unblockUser, ({ caller, params, body, origin }) =>
    blocks.unblockUser(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.changeMobile, ({ caller, params, body, origin }) =>
    mobile.changeMobile(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.confirmMobile, ({ caller, params, body, origin }) =>
    mobile.confirmMobile(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.listAdjustments, ({ query }) => adjustments.listAdjustments(context, query))
  mount(app, contract.requestAdjustment, ({ caller, params, body, origin }) =>
    adjustments.requestPoints(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.approveAdjustment, ({ caller, params, body, origin }) =>
    adjustments.approveAdjustment(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectAdjustment, ({ caller, params, body, origin }) =>
    adjustments.rejectAdjustment(context, caller, { ...params, ...body }, origin),
  )
}

import type { FastifyInstance } from 'fastify'
import { resetTwoFactor } from '../../../../contract/platform/my-account.ts'
import * as contract from '../../../../contract/people/staff.ts'
import * as changes from '../../../../contract/people/staff-changes.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as accounts from './accounts.service.ts'
import * as decisions from './staff-change-decisions.service.ts'
import { listChanges } from './staff-changes.service.ts'
import * as service from './staff-list.service.ts'

export function staffRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listStaff, (reading, { query }) =>
    service.listStaff(reading, query),
  )
  mount(app, contract.roleCounts, () => service.roleCounts(context))
  mount(app, contract.getStaff, ({ params, caller }) =>
    accounts.getStaff(context, caller, params.staffId),
  )
  mount(app, contract.addStaff, ({ body, ...act }) => accounts.addStaff({ context, ...act }, body))
  mount(app, contract.changeStaff, ({ params, body, ...act }) =>
    accounts.changeStaff({ context, ...act }, params.staffId, body),
  )
  mount(app, contract.disableStaff, ({ params, body, ...act }) =>
    accounts.disableStaff({ context, ...act }, params.staffId, body.reason),
  )
  mount(app, contract.enableStaff, ({ params, body, ...act }) =>
    accounts.enableStaff({ context, ...act }, params.staffId, body.reason),
  )
  mount(app, contract.endStaffSessions, ({ params, body, ...act }) =>
    accounts.endStaffSessions({ context, ...act }, params.staffId, body.reason),
  )
  mount(app, contract.relinkStaff, ({ params, body, ...act }) =>
    accounts.relinkStaff({ context, ...act }, params.staffId, body.reason),
  )
  mount(app, resetTwoFactor, ({ params, body, ...act }) =>
    accounts.resetTwoFactor({ context, ...act }, params.staffId, body.reason),
  )
  mount(app, changes.listStaffChanges, ({ caller }) => listChanges(context, caller))
  mount(app, changes.approveStaffChange, ({ params, body, ...act }) =>
    decisions.approveChange({ context, ...act }, { ...params, ...body }),
  )
  mount(app, changes.rejectStaffChange, ({ params, body, ...act }) =>
    decisions.rejectChange({ context, ...act }, { ...params, ...body }),
  )
  mount(app, changes.withdrawStaffChange, ({ params, ...act }) =>
    decisions.withdrawChange({ context, ...act }, params.changeId),
  )
  mountList(app, context, contract.listActivity, (reading, { query }) =>
    service.listActivity(reading, query),
  )
  mount(app, contract.getActivity, ({ params }) => service.getActivity(context, params.seq))
  mount(app, contract.activityWords, () => service.activityWords(context))
}

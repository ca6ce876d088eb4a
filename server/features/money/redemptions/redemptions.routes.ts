import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/money/redemptions.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as approvals from './approval.service.ts'
import { approveRedemptions } from './bulk-approval.service.ts'
import * as service from './redemptions.service.ts'
import * as requests from './request.service.ts'

export function redemptionRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.requestRedemption, ({ caller, body, origin }) =>
    requests.requestRedemption(context, caller, body, origin),
  )
  mount(app, contract.myRedemptions, ({ caller, query }) =>
    service.myRedemptions(context, caller, query),
  )
  mount(app, contract.getMyRedemption, ({ caller, params }) =>
    service.getMyRedemption(context, caller, params.redemptionId),
  )
  mount(app, contract.cancelMyRedemption, ({ caller, params }) =>
    requests.cancelMyRedemption(context, caller, params.redemptionId),
  )
  mount(app, contract.memberGifts, () => service.memberGifts(context))
  mountList(app, context, contract.listRedemptions, (reading, { caller, query }) =>
    service.listRedemptions(reading, caller, query),
  )
  mount(app, contract.getRedemption, ({ caller, params }) =>
    service.getRedemption(context, caller, params.redemptionId),
  )
  mount(app, contract.approveRedemption, ({ caller, params, body, origin }) =>
    approvals.approveRedemption(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectRedemption, ({ caller, params, body, origin }) =>
    approvals.rejectRedemption(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.approveRedemptions, ({ caller, body, origin }) =>
    approveRedemptions(context, caller, body, origin),
  )
  mount(app, contract.requestForMember, ({ caller, params, body, origin }) =>
    requests.requestForMember(context, caller, params.memberId, body, origin),
  )
  mount(app, contract.redemptionRules, () => service.redemptionRules(context))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/coupons.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as activation from './activation.service.ts'
import * as service from './coupons.service.ts'

export function couponRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.previewActivation, ({ caller, body }) =>
    activation.previewActivation(context, caller, body),
  )
  mount(app, contract.activateCoupons, ({ caller, body, origin }) =>
    activation.activateCoupons(context, caller, body, origin),
  )
  mount(app, contract.plantBatches, ({ caller }) => activation.plantBatches(context, caller))
  mount(app, contract.findCoupon, ({ query }) => service.findCoupon(context, query.q))
  mount(app, contract.blockCoupon, ({ caller, params, body, origin }) =>
    service.blockCoupon(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.unblockCoupon, ({ caller, params, body, origin }) =>
    service.unblockCoupon(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.checkCode, ({ params, origin }) =>
    service.checkCode(context, params.code, origin),
  )
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/plant.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { sendPlantScans } from './delivery.service.ts'
import { findPlantCoupon } from './find.service.ts'
import { plantMe } from './me.service.ts'
import * as reconciliation from './reconciliation.service.ts'
import { myShift } from './shift.service.ts'

export function plantRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.sendPlantScans, ({ caller, body, origin }) =>
    sendPlantScans(context, caller, body, origin),
  )
  mount(app, contract.findPlantCoupon, ({ caller, query }) =>
    findPlantCoupon(context, caller, query.q),
  )
  mount(app, contract.plantReconciliation, ({ caller, params }) =>
    reconciliation.plantReconciliation(context, caller, params.batchId),
  )
  mount(app, contract.batchReconciliation, ({ params }) =>
    reconciliation.batchReconciliation(context, params.batchId),
  )
  mount(app, contract.explainCoupons, ({ caller, params, body, origin }) =>
    reconciliation.explainCoupons(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.myShift, ({ caller, query }) => myShift(context, caller, query))
  mount(app, contract.plantMe, ({ caller }) => plantMe(context, caller))
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/money/parcels.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as dispatch from './dispatch.service.ts'
import { printLabels } from './labels.service.ts'
import { listParcels } from './parcels.service.ts'

export function parcelRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listParcels, (reading, { query }) => listParcels(reading, query))
  mount(app, contract.dispatchParcels, ({ caller, body, origin }) =>
    dispatch.dispatchParcels({ context, caller, origin }, body),
  )
  mount(app, contract.deliverParcels, ({ caller, body, origin }) =>
    dispatch.deliverParcels({ context, caller, origin }, body),
  )
  mount(app, contract.printLabels, ({ caller, body, origin }) =>
    printLabels({ context, caller, origin }, body),
  )
  mount(app, contract.returnParcel, ({ caller, params, body, origin }) =>
    dispatch.returnParcel({ context, caller, origin }, params.redemptionId, body.reason),
  )
  mount(app, contract.restockParcel, ({ caller, params, body, origin }) =>
    dispatch.restockParcel({ context, caller, origin }, params.redemptionId, body.reason),
  )
}

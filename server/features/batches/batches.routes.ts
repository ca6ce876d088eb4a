import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/batches.ts'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import * as service from './batches.service.ts'

export function batchRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listBatches, ({ query }) => service.listBatches(context, query))
  mount(app, contract.getBatch, ({ params }) => service.getBatch(context, params.batchId))
  mount(app, contract.requestBatch, ({ caller, body, origin }) =>
    service.requestBatch(context, caller, body, origin),
  )
  mount(app, contract.approveBatch, ({ caller, params, body, origin }) =>
    service.approveBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.retryBatch, ({ caller, params, body, origin }) =>
    service.retryBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectBatch, ({ caller, params, body, origin }) =>
    service.rejectBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.closeBatch, ({ caller, params, body, origin }) =>
    service.closeBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.blockBatch, ({ caller, params, body, origin }) =>
    service.blockBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.unblockBatch, ({ caller, params, body, origin }) =>
    service.unblockBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.printBatch, ({ caller, params, body, origin }) =>
    service.printBatch(context, caller, { ...params, ...body }, origin),
  )
}

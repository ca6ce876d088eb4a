import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/batches.ts'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { mountList } from '../../http/mount-list.ts'
import { changeRequest } from './batch-request.service.ts'
import * as steps from './batch-steps.service.ts'
import * as service from './batches.service.ts'

export function batchRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listBatches, (reading, { query }) =>
    service.listBatches(reading, query),
  )
  mount(app, contract.getBatch, ({ params }) => service.getBatch(context, params.batchId))
  mount(app, contract.requestBatch, ({ caller, body, origin }) =>
    service.requestBatch(context, caller, body, origin),
  )
  mount(app, contract.changeBatchRequest, ({ caller, params, body, origin }) =>
    changeRequest(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.withdrawBatch, ({ caller, params, body, origin }) =>
    steps.withdrawBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.approveBatch, ({ caller, params, body, origin }) =>
    steps.approveBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.retryBatch, ({ caller, params, body, origin }) =>
    steps.retryBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectBatch, ({ caller, params, body, origin }) =>
    steps.rejectBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.closeBatch, ({ caller, params, body, origin }) =>
    steps.closeBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.blockBatch, ({ caller, params, body, origin }) =>
    steps.blockBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.unblockBatch, ({ caller, params, body, origin }) =>
    steps.unblockBatch(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.printBatch, ({ caller, params, body, origin }) =>
    steps.printBatch(context, caller, { ...params, ...body }, origin),
  )
}

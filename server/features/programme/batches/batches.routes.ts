import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/batches.ts'
import * as prints from '../../../../contract/programme/print-takings.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { changeRequest } from './batch-request.service.ts'
import * as steps from './batch-steps.service.ts'
import * as service from './batches.service.ts'
import * as takings from './takings.service.ts'

export function batchRoutes(app: FastifyInstance, context: Context): void {
  takingRoutes(app, context)
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

function takingRoutes(app: FastifyInstance, context: Context): void {
  mount(app, prints.listTakings, ({ params }) => takings.takingsOf(context, params.batchId))
  mount(app, prints.waitingTakings, () => takings.waitingTakings(context))
  mount(app, prints.askTaking, ({ caller, params, body, origin }) =>
    takings.askTaking({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, prints.approveTaking, ({ caller, params, body, origin }) =>
    takings.approveTaking({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, prints.rejectTaking, ({ caller, params, body, origin }) =>
    takings.rejectTaking({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, prints.withdrawTaking, ({ caller, params, body, origin }) =>
    takings.withdrawTaking({ context, caller, origin }, { ...params, ...body }),
  )
}

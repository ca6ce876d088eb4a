import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/workers.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as steps from './worker-steps.service.ts'
import * as service from './workers.service.ts'

export function workerRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listWorkers, (reading, { query }) =>
    service.listWorkers(reading, query),
  )
  mount(app, contract.getWorker, ({ params }) => service.getWorker(context, params.staffId))
  mount(app, contract.createWorker, ({ caller, body, origin }) =>
    service.createWorker(context, caller, body, origin),
  )
  mount(app, contract.changeWorker, ({ caller, params, body: { version, ...fields }, origin }) =>
    service.changeWorker(context, caller, { ...params, fields, version }, origin),
  )
  mount(app, contract.moveWorker, ({ caller, params, body, origin }) =>
    steps.moveWorker(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.deactivateWorker, ({ caller, params, body, origin }) =>
    steps.deactivateWorker(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.reactivateWorker, ({ caller, params, body, origin }) =>
    steps.reactivateWorker(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.resetWorker, ({ caller, params, body, origin }) =>
    steps.resetWorker(context, caller, { ...params, ...body }, origin),
  )
}

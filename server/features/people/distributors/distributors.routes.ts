import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/distributors.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as steps from './distributor-steps.service.ts'
import * as service from './distributors.service.ts'

export function distributorRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listDistributors, (reading, { query }) =>
    service.listDistributors(reading, query),
  )
  mount(app, contract.getDistributor, ({ params }) =>
    service.distributorDetailOf(context.db, params.distributorId),
  )
  mount(app, contract.createDistributor, ({ caller, body, origin }) =>
    service.createDistributor(context, caller, body, origin),
  )
  mount(app, contract.changeDistributor, ({ caller, params, body, origin }) =>
    service.changeDistributor(context, caller, { ...params, body }, origin),
  )
  mount(app, contract.deactivateDistributor, ({ caller, params, body, origin }) =>
    steps.deactivateDistributor(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.reactivateDistributor, ({ caller, params, body, origin }) =>
    steps.reactivateDistributor(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.revealDistributor, ({ caller, params, body, origin }) =>
    steps.revealNumber(context, caller, { ...params, ...body }, origin),
  )
}

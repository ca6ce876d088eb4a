import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/desk/disputes.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as decide from './decide.service.ts'
import { getDispute } from './detail.service.ts'
import * as service from './disputes.service.ts'

export function disputeRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listDisputes, (reading, { query }) =>
    service.listDisputes(reading, query),
  )
  mount(app, contract.openDispute, ({ caller, body, origin }) =>
    service.openDispute(context, caller, body, origin),
  )
  mount(app, contract.getDispute, ({ caller, params }) =>
    getDispute(context, caller, params.enquiryId),
  )
  mount(app, contract.proposeDispute, ({ caller, params, body, origin }) =>
    decide.proposeDispute(context, { caller, origin, ...params }, body),
  )
  mount(app, contract.decideDispute, ({ caller, params, body, origin }) =>
    decide.decideDispute(context, { caller, origin, ...params }, body),
  )
}

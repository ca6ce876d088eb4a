import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/belonging.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './belonging.service.ts'

export function belongingRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.getBelonging, ({ params }) =>
    service.belongingOf(context.db, params.memberId),
  )
  mount(app, contract.changeBelonging, ({ caller, params, body, origin }) =>
    service.changeBelonging(context, caller, { ...params, ...body }, origin),
  )
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/insight/dashboard.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './dashboard.service.ts'

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.getDashboard, ({ query, caller }) =>
    service.dashboard(context, caller, query),
  )
}

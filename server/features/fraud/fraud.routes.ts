import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/fraud.ts'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { simulateRule } from './simulation.service.ts'

export function fraudRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.simulateFraudRule, ({ params: { rule }, query: { value } }) =>
    simulateRule(context, { rule, value }),
  )
}

import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/charges.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as rules from './charge-rules.service.ts'
import * as charges from './charges.service.ts'

export function chargeRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listChargeRules, (reading, { query }) =>
    rules.listRules(reading, query),
  )
  mount(app, contract.getChargeRule, ({ params }) => rules.getRule(context, params.ruleId))
  mount(app, contract.makeChargeRule, ({ caller, body, origin }) =>
    rules.makeRule(context, caller, body, origin),
  )
  mount(app, contract.editChargeRule, ({ caller, params, body, origin }) =>
    rules.editRule(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.deleteChargeRule, ({ caller, params, origin }) =>
    rules.deleteRule(context, caller, params.ruleId, origin),
  )
  mountList(app, context, contract.listCharges, (reading, { query }) =>
    charges.listCharges(reading, query),
  )
  mount(app, contract.setRetailerTier, ({ caller, params, body, origin }) =>
    charges.setRetailerTier(context, caller, { ...params, ...body }, origin),
  )
}

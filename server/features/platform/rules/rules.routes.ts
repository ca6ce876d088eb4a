import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/rules.ts'
import * as reasons from '../../../../contract/reasons.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as changes from './rule-changes.service.ts'
import { listReasons } from './reasons.service.ts'
import * as rules from './rules.service.ts'

export function ruleRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listRules, () => rules.listRules(context))
  mount(app, reasons.listReasons, async () => listReasons(context))
  mount(app, contract.ruleHistory, ({ params }) => rules.historyOf(context, params.rule))
  mount(app, contract.proposeRuleChange, ({ caller, params, body, origin }) =>
    changes.propose(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.approveRuleChange, ({ caller, params, body, origin }) =>
    changes.approveChange(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectRuleChange, ({ caller, params, body, origin }) =>
    changes.rejectChange(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.withdrawRuleChange, ({ caller, params, origin }) =>
    changes.withdrawChange(context, caller, params.changeId, origin),
  )
}

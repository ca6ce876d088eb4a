import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/money/tax.ts'
import * as rulesContract from '../../../../contract/money/tax-rules.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as outside from './outside.service.ts'
import * as changes from './rule-changes.service.ts'
import * as rules from './rule-list.service.ts'

export function taxRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.previewOutsideBenefits, ({ caller, query, file }) =>
    outside.previewOutsideBenefits(context, caller, query.name, file),
  )
  mount(app, contract.applyOutsideBenefits, ({ caller, params, body, origin }) =>
    outside.applyOutsideBenefits(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.outsideBenefits, ({ query }) => outside.outsideBenefits(context, query))
  mount(app, rulesContract.listTaxRules, () => rules.listTaxRules(context))
  mount(app, rulesContract.previewTaxRule, ({ body }) => rules.previewRule(context, body))
  mount(app, rulesContract.proposeTaxRule, ({ caller, body, origin }) =>
    changes.proposeRule(context, caller, body, origin),
  )
  mount(app, rulesContract.approveTaxRule, ({ caller, params, body, origin }) =>
    changes.approveRule(context, caller, { ...params, ...body }, origin),
  )
  mount(app, rulesContract.rejectTaxRule, ({ caller, params, body, origin }) =>
    changes.rejectRule(context, caller, { ...params, ...body }, origin),
  )
  mount(app, rulesContract.withdrawTaxRule, ({ caller, params, origin }) =>
    changes.withdrawRule(context, caller, params.changeId, origin),
  )
}

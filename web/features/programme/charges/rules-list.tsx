import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { chargeRuleList } from '../../../../contract/lists/charge-rules.ts'
import { chargeRuleListQuery, listChargeRules } from '../../../../contract/programme/charges.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { call } from '../../../lib/api.ts'
import { daysInWords, groupsInWords, RuleTag, tiersInWords } from './rule-words.tsx'

export const ruleSource = listSource(chargeRuleList, {
  schema: chargeRuleListQuery,
  fetchPage: (query, signal) => call(listChargeRules, { query, signal }),
})

export const RULE_COLUMNS = columnsFor(chargeRuleList, {
  rule: 76,
  status: { width: 100, card: 'corner', render: ({ status }) => <RuleTag status={status} /> },
  amount: 186,
  groups: { width: 146, render: groupsInWords },
  tiers: { width: 104, render: tiersInWords },
  days: { width: 200, render: daysInWords },
  charges: 78,
  paid: { width: 114, render: ({ paidPaise }) => <b>{formatPaise(paidPaise)}</b> },
  lastPaidOn: 106,
  note: 220,
  createdBy: 140,
})

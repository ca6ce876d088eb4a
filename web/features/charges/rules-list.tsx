import { chargeRate } from '../../../contract/charge-words.ts'
import {
  CHARGE_RULE_STATUSES,
  chargeRuleListQuery,
  listChargeRules,
  RETAILER_TIERS,
  type ChargeRule,
  type ChargeRuleListQuery,
} from '../../../contract/charges.ts'
import { formatPaise } from '../../../contract/money.ts'
import { call } from '../../lib/api.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import {
  daysInWords,
  groupsInWords,
  RULE_LOOKS,
  RuleTag,
  tierName,
  tiersInWords,
} from './rule-words.tsx'

export const ruleSource: ListSource<ChargeRule, ChargeRuleListQuery> = {
  name: 'charge-rules',
  schema: chargeRuleListQuery,
  fetchPage: (query, signal) => call(listChargeRules, { query, signal }),
  rowId: ({ ruleId }) => String(ruleId),
}

export const RULE_COLUMNS: Column<ChargeRule>[] = [
  { key: 'rule', header: 'Rule', width: 76, render: ({ ruleId }) => `Rule ${ruleId}` },
  {
    key: 'status',
    header: 'State',
    width: 100,
    card: 'corner',
    render: ({ status }) => <RuleTag status={status} />,
  },
  { key: 'amount', header: 'Pays', width: 186, render: chargeRate },
  { key: 'groups', header: 'For', width: 146, render: groupsInWords },
  { key: 'tiers', header: 'To retailers of', width: 104, render: tiersInWords },
  {
    key: 'days',
    header: 'Days',
    width: 200,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: daysInWords,
  },
  {
    key: 'charges',
    header: 'Charges',
    width: 78,
    align: 'right',
    render: ({ charges }) => formatNumber(charges),
  },
  {
    key: 'paid',
    header: 'Paid',
    width: 114,
    align: 'right',
    render: ({ paidPaise }) => <b>{formatPaise(paidPaise)}</b>,
  },
  {
    key: 'lastPaidOn',
    header: 'Last paid',
    width: 106,
    render: ({ lastPaidOn }) => lastPaidOn && formatDay(lastPaidOn),
  },
  { key: 'note', header: 'Note', width: 220, optional: true, render: ({ note }) => note },
  {
    key: 'createdBy',
    header: 'Made by',
    width: 140,
    optional: true,
    render: ({ createdBy }) => createdBy,
  },
]

export const RULE_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** The filters of the list; the groups of products come by themselves. */
export function ruleFilters(groups: readonly Choice[] | undefined): Filter[] {
  const primary = true
  return [
    {
      kind: 'choices',
      name: 'status',
      label: 'State',
      primary,
      choices: CHARGE_RULE_STATUSES.map((value) => ({ value, label: RULE_LOOKS[value].label })),
    },
    {
      kind: 'choices',
      name: 'group',
      label: 'Product group',
      primary,
      one: true,
      choices: groups,
    },
    {
      kind: 'choices',
      name: 'tier',
      label: 'Tier',
      primary,
      choices: RETAILER_TIERS.map((value) => ({ value, label: tierName(value) })),
    },
  ]
}

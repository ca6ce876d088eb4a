import {
  CHARGE_STATES,
  chargeListQuery,
  listCharges,
  type Charge,
  type ChargeListQuery,
} from '../../../contract/charges.ts'
import { formatPaise } from '../../../contract/money.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { CHARGE_LOOKS, ChargeTag } from './rule-words.tsx'
import { SeenLink } from './seen-link.tsx'

const USERS = '/dashboard/users'

export const chargeSource: ListSource<Charge, ChargeListQuery> = {
  name: 'charges',
  schema: chargeListQuery,
  fetchPage: (query, signal) => call(listCharges, { query, signal }),
  rowId: ({ retailerId, scanId }) => `${retailerId}-${scanId}`,
}

export const CHARGE_COLUMNS: Column<Charge>[] = [
  {
    key: 'retailer',
    header: 'Retailer',
    width: 190,
    render: ({ retailerId, retailerName }) => (
      <SeenLink to={USERS} search={{ open: String(retailerId) }}>
        {retailerName}
      </SeenLink>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 116,
    card: 'corner',
    render: ({ state }) => <ChargeTag state={state} />,
  },
  {
    key: 'charge',
    header: 'Charge',
    width: 96,
    align: 'right',
    render: ({ paise }) => <b>{formatPaise(paise)}</b>,
  },
  {
    key: 'rule',
    header: 'Rule',
    width: 78,
    render: ({ ruleId }) => (
      <SeenLink to="/dashboard/retailer-charges" search={{ open: String(ruleId) }}>
        {`Rule ${ruleId}`}
      </SeenLink>
    ),
  },
  {
    key: 'member',
    header: 'Scanned by',
    width: 180,
    render: ({ memberId, memberName }) => (
      <SeenLink to={USERS} search={{ open: String(memberId) }}>
        {memberName}
      </SeenLink>
    ),
  },
  { key: 'product', header: 'Product', width: 170, render: ({ productName }) => productName },
  {
    key: 'points',
    header: 'Points',
    width: 74,
    align: 'right',
    render: ({ points }) => formatNumber(points),
  },
  {
    key: 'recordedAt',
    header: 'Scan',
    width: 150,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ scanId, memberId, recordedAt }) => (
      <SeenLink to="/dashboard/QrScanHistories" search={{ open: `${memberId}-${scanId}` }}>
        <Moment at={recordedAt} />
      </SeenLink>
    ),
  },
  {
    key: 'dueAt',
    header: 'Due since',
    width: 150,
    optional: true,
    render: ({ dueAt }) => dueAt && <Moment at={dueAt} />,
  },
  {
    key: 'retailerCode',
    header: 'Retailer code',
    width: 120,
    optional: true,
    render: ({ retailerCode }) => retailerCode,
  },
  {
    key: 'memberCode',
    header: 'Member code',
    width: 120,
    optional: true,
    render: ({ memberCode }) => memberCode,
  },
  { key: 'scan', header: 'Scan id', width: 180, optional: true, render: ({ scanId }) => scanId },
]

export const CHARGE_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** The filters of the list; the rules come by themselves. */
export function chargeFilters(rules: readonly Choice[] | undefined): Filter[] {
  const primary = true
  return [
    { kind: 'choices', name: 'rule', label: 'Rule', primary, one: true, choices: rules },
    {
      kind: 'choices',
      name: 'status',
      label: 'State',
      primary,
      choices: CHARGE_STATES.map((value) => ({ value, label: CHARGE_LOOKS[value].label })),
    },
    { kind: 'days', from: 'from', to: 'to', label: 'Scanned', primary },
    { kind: 'number', name: 'retailer', label: 'Retailer', fromLink: true },
  ]
}

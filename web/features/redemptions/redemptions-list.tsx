import { STATES } from '../../../contract/india.ts'
import { MEMBER_KINDS } from '../../../contract/members.ts'
import { formatPaise } from '../../../contract/money.ts'
import {
  REDEMPTION_KINDS,
  REDEMPTION_STATES,
  REDEMPTION_STATE_NAMES,
} from '../../../contract/redemption-states.ts'
import {
  listRedemptions,
  redemptionListQuery,
  type RedemptionListQuery,
  type RedemptionRow,
} from '../../../contract/redemptions.ts'
import { payableInWords } from '../../../contract/verdict-words.ts'
import { call } from '../../lib/api.ts'
import { formatMobile, formatNumber, formatWord } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { DECIDER_FILTER, LATE_FILTER } from '../../ui/list/waiting-filters.ts'
import { Moment } from '../../ui/moment.tsx'
import { KIND_LOOKS, RedemptionTag, VerdictTag, wantedInWords } from './redemption-words.tsx'

export const redemptionSource: ListSource<RedemptionRow, RedemptionListQuery> = {
  name: 'redemptions',
  schema: redemptionListQuery,
  fetchPage: (query, signal) => call(listRedemptions, { query, signal }),
  rowId: ({ redemptionId }) => redemptionId,
}

export const REDEMPTION_COLUMNS: Column<RedemptionRow>[] = [
  { key: 'number', header: 'Number', width: 92, render: (row) => row.number },
  {
    key: 'state',
    header: 'Status',
    width: 112,
    card: 'corner',
    render: (row) => <RedemptionTag state={row.state} />,
  },
  {
    key: 'verdict',
    header: 'Can it be paid?',
    width: 184,
    render: (row) =>
      row.verdict && <VerdictTag verdict={row.verdict} words={payableInWords(row)} />,
  },
  { key: 'member', header: 'Member', width: 132, render: (row) => row.memberName },
  {
    key: 'points',
    header: 'Points',
    width: 74,
    align: 'right',
    render: (row) => formatNumber(row.points),
  },
  {
    key: 'amount',
    header: 'Amount',
    width: 112,
    align: 'right',
    sort: { descending: 'largest', ascending: 'largest' },
    render: (row) => <b>{formatPaise(row.amountPaise)}</b>,
  },
  { key: 'wanted', header: 'As', width: 148, render: wantedInWords },
  {
    key: 'requestedAt',
    header: 'Requested',
    width: 148,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.requestedAt} />,
  },
  {
    key: 'approvals',
    header: 'Approvals',
    width: 82,
    render: (row) => `${row.approvals.length} of ${row.approvalsNeeded}`,
  },
  {
    key: 'problems',
    header: 'What stands against it',
    width: 260,
    optional: true,
    render: (row) => row.problems.map(({ label }) => label).join(', ') || null,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 142,
    optional: true,
    render: (row) => formatMobile(row.mobile),
  },
  {
    key: 'memberCode',
    header: 'Member code',
    width: 120,
    optional: true,
    render: (row) => row.memberCode,
  },
]

export const REDEMPTION_ORDERS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'largest', label: 'Largest first' },
]

const choices = <T extends string>(values: readonly T[], labelOf: (value: T) => string) =>
  values.map((value) => ({ value, label: labelOf(value) }))

export const REDEMPTION_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'status',
    label: 'Status',
    primary: true,
    choices: choices(REDEMPTION_STATES, (state) => REDEMPTION_STATE_NAMES[state]),
  },
  {
    kind: 'choices',
    name: 'kind',
    label: 'As',
    primary: true,
    choices: choices(REDEMPTION_KINDS, (kind) => KIND_LOOKS[kind].label),
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Requested on', primary: true },
  {
    kind: 'choices',
    name: 'memberKind',
    label: 'Member type',
    choices: choices(MEMBER_KINDS, formatWord),
  },
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    choices: STATES.map(({ id, name }) => ({ value: id, label: name })),
  },
  LATE_FILTER,
  { kind: 'number', name: 'member', label: 'Member', fromLink: true },
  DECIDER_FILTER,
]

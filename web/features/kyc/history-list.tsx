import { KYC_FIELDS, KYC_FIELD_NAMES, KYC_OUTCOMES } from '../../../contract/kyc-states.ts'
import { kycHistory, kycHistoryQuery, type KycHistoryRow } from '../../../contract/kyc-history.ts'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { formatDuration, formatMobile } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import {
  DECISION_LOOKS,
  DecisionTag,
  choicesOf,
  fieldsInWords,
  refusalInWords,
} from './kyc-words.tsx'

export const historySource: ListSource<KycHistoryRow, z.output<typeof kycHistoryQuery>> = {
  name: 'kyc-history',
  schema: kycHistoryQuery,
  fetchPage: (query, signal) => call(kycHistory, { query, signal }),
  rowId: ({ memberId, eventId }) => `${memberId}-${eventId}`,
}

export const HISTORY_COLUMNS: Column<KycHistoryRow>[] = [
  { key: 'member', header: 'Member', width: 150, render: (row) => row.memberName },
  {
    key: 'decision',
    header: 'Decision',
    width: 124,
    card: 'corner',
    render: (row) => <DecisionTag decision={row.decision} />,
  },
  {
    key: 'decidedAt',
    header: 'Decided',
    width: 152,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.decidedAt} />,
  },
  { key: 'by', header: 'By', width: 120, render: (row) => row.decidedBy },
  {
    key: 'refused',
    header: 'Refused fields',
    width: 290,
    card: 'wide',
    render: (row) => row.refused.map(refusalInWords).join(', ') || null,
  },
  {
    key: 'waited',
    header: 'Waited',
    width: 96,
    align: 'right',
    render: (row) => formatDuration(row.waitedSeconds),
  },
  {
    key: 'review',
    header: 'Review time',
    width: 104,
    align: 'right',
    render: (row) => (row.reviewSeconds === null ? null : formatDuration(row.reviewSeconds)),
  },
  {
    key: 'accepted',
    header: 'Accepted fields',
    width: 220,
    optional: true,
    render: (row) => fieldsInWords(row.accepted) || null,
  },
  { key: 'note', header: 'Note', width: 180, optional: true, render: (row) => row.note },
  {
    key: 'round',
    header: 'Round',
    width: 66,
    align: 'right',
    optional: true,
    render: (row) => row.round,
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

export const HISTORY_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export const historyFilters = (reviewers: Choice[] | undefined): Filter[] => [
  {
    kind: 'choices',
    name: 'decision',
    label: 'Decision',
    primary: true,
    choices: choicesOf(KYC_OUTCOMES, (decision) => DECISION_LOOKS[decision].label),
  },
  {
    kind: 'choices',
    name: 'field',
    label: 'Refused field',
    primary: true,
    choices: choicesOf(KYC_FIELDS, (field) => KYC_FIELD_NAMES[field]),
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Decided', primary: true },
  { kind: 'choices', name: 'by', label: 'Reviewer', primary: true, choices: reviewers },
]

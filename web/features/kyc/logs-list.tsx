import { KYC_FIELDS, KYC_FIELD_NAMES } from '../../../contract/kyc-states.ts'
import { kycLog, kycLogQuery, type KycLogRow } from '../../../contract/kyc-history.ts'
import { KYC_ACTIONS } from '../../../contract/kyc.ts'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { formatMobile } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { ACTION_LOOKS, ActionTag, DecisionTag, choicesOf, reasonInWords } from './kyc-words.tsx'

export const logSource: ListSource<KycLogRow, z.output<typeof kycLogQuery>> = {
  name: 'kyc-logs',
  schema: kycLogQuery,
  fetchPage: (query, signal) => call(kycLog, { query, signal }),
  rowId: ({ memberId, eventId }) => `${memberId}-${eventId}`,
}

export const LOG_COLUMNS: Column<KycLogRow>[] = [
  {
    key: 'at',
    header: 'When',
    width: 152,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: (row) => <Moment at={row.at} />,
  },
  {
    key: 'action',
    header: 'Event',
    width: 138,
    card: 'corner',
    render: (row) => <ActionTag action={row.action} />,
  },
  { key: 'member', header: 'Member', width: 150, render: (row) => row.memberName },
  {
    key: 'field',
    header: 'Field',
    width: 106,
    render: (row) => row.field && KYC_FIELD_NAMES[row.field],
  },
  { key: 'by', header: 'By', width: 120, render: (row) => row.by },
  {
    key: 'words',
    header: 'Outcome, reason and note',
    width: 300,
    render: ({ decision, reason, note }) => {
      const words = reasonInWords(reason, note)
      if (decision === null) return words
      return (
        <>
          <DecisionTag decision={decision} /> {words}
        </>
      )
    },
  },
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

export const LOG_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export const logFilters = (people: Choice[] | undefined): Filter[] => [
  {
    kind: 'choices',
    name: 'action',
    label: 'Event',
    primary: true,
    choices: choicesOf(KYC_ACTIONS, (action) => ACTION_LOOKS[action].label),
  },
  {
    kind: 'choices',
    name: 'field',
    label: 'Field',
    primary: true,
    choices: choicesOf(KYC_FIELDS, (field) => KYC_FIELD_NAMES[field]),
  },
  { kind: 'days', from: 'from', to: 'to', label: 'Dates', primary: true },
  { kind: 'choices', name: 'by', label: 'Person', choices: people },
  { kind: 'number', name: 'member', label: 'Member', fromLink: true },
]

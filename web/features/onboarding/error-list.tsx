import { IconBan, IconCheck, IconCircleDot, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import {
  errorListQuery,
  listOnboardingErrors,
  ONBOARDING_KINDS,
  type ErrorListQuery,
  type ErrorRow,
} from '../../../contract/onboarding.ts'
import { call } from '../../lib/api.ts'
import { formatNumber, formatWord } from '../../lib/format.ts'
import type { Choice, Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'

/** A refused row is named by its upload and its row. */
export const idOfError = ({ uploadId, rowNo }: Pick<ErrorRow, 'uploadId' | 'rowNo'>): string =>
  `${uploadId}-${rowNo}`

export function errorOfId(id: string): { uploadId: string; rowNo: number } | null {
  const [, uploadId, rowNo] = /^(\d{1,19})-(\d{1,9})$/.exec(id) ?? []
  return uploadId && rowNo ? { uploadId, rowNo: Number(rowNo) } : null
}

export const errorSource: ListSource<ErrorRow, ErrorListQuery> = {
  name: 'onboarding-errors',
  schema: errorListQuery,
  fetchPage: (query, signal) => call(listOnboardingErrors, { query, signal }),
  rowId: idOfError,
}

type ErrorState = ErrorRow['state']
const STATES: Record<ErrorState, { label: string; tone: Tone; Picture: Icon }> = {
  open: { label: 'Open', tone: 'red', Picture: IconCircleDot },
  corrected: { label: 'Corrected', tone: 'green', Picture: IconCheck },
  dismissed: { label: 'Dismissed', tone: 'gray', Picture: IconBan },
}

export function ErrorTag({ state }: { state: ErrorState }): ReactElement {
  const { label, tone, Picture } = STATES[state]
  return (
    <Tag tone={tone} Picture={Picture}>
      {label}
    </Tag>
  )
}

const columnsInWords = ({ problems }: ErrorRow): string =>
  [...new Set(problems.map(({ column }) => column ?? 'Whole row'))].join(', ')

const reasonsInWords = ({ problems }: ErrorRow): string =>
  problems.map(({ reason }) => reason).join(' ')

export const ERROR_COLUMNS: Column<ErrorRow>[] = [
  { key: 'code', header: 'Code', width: 132, render: ({ code }) => code ?? 'No code' },
  { key: 'columns', header: 'Column', width: 116, render: columnsInWords },
  { key: 'reasons', header: 'Reason', width: 296, card: 'wide', render: reasonsInWords },
  { key: 'file', header: 'File', width: 150, card: 'wide', render: ({ fileName }) => fileName },
  {
    key: 'row',
    header: 'Row',
    width: 56,
    align: 'right',
    render: ({ rowNo }) => formatNumber(rowNo),
  },
  { key: 'kind', header: 'Kind', width: 96, render: ({ kind }) => formatWord(kind) },
  {
    key: 'cameAt',
    header: 'When',
    width: 150,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ cameAt }) => <Moment at={cameAt} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 114,
    card: 'corner',
    render: ({ state }) => <ErrorTag state={state} />,
  },
  {
    key: 'settled',
    header: 'Settled',
    width: 150,
    optional: true,
    render: ({ settledAt }) => settledAt && <Moment at={settledAt} />,
  },
  {
    key: 'settledBy',
    header: 'Settled by',
    width: 130,
    optional: true,
    render: ({ settledBy }) => settledBy,
  },
]

export const ERROR_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export const KIND_FILTER: Filter = {
  kind: 'choices',
  name: 'kind',
  label: 'Kind',
  primary: true,
  choices: ONBOARDING_KINDS.map((kind) => ({ value: kind, label: formatWord(kind) })),
}

export function errorFilterList(uploads: readonly Choice[] | undefined): Filter[] {
  const states = Object.entries(STATES).map(([value, { label }]) => ({ value, label }))
  return [
    { kind: 'choices', name: 'state', label: 'State', primary: true, choices: states },
    KIND_FILTER,
    {
      kind: 'choices',
      name: 'upload',
      label: 'Upload',
      primary: true,
      one: true,
      choices: uploads,
    },
  ]
}

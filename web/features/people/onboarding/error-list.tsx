import {
  ERROR_NAMES,
  errorListQuery,
  listOnboardingErrors,
  type ErrorRow,
} from '../../../../contract/people/onboarding.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { errorList } from '../../../../contract/lists/onboarding-errors.ts'
import { IconBan, IconCheck, IconCircleDot } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'

/** A refused row is named by its upload and its row. */
export const idOfError = ({ uploadId, rowNo }: Pick<ErrorRow, 'uploadId' | 'rowNo'>): string =>
  `${uploadId}-${rowNo}`

export function errorOfId(id: string): { uploadId: string; rowNo: number } | null {
  const [, uploadId, rowNo] = /^(\d{1,19})-(\d{1,9})$/.exec(id) ?? []
  return uploadId && rowNo ? { uploadId, rowNo: Number(rowNo) } : null
}

export const errorSource = listSource(errorList, {
  schema: errorListQuery,
  fetchPage: (query, signal) => call(listOnboardingErrors, { query, signal }),
})

type ErrorState = ErrorRow['state']
const STATES = labelled(ERROR_NAMES, {
  open: { tone: 'red', Picture: IconCircleDot },
  corrected: { tone: 'green', Picture: IconCheck },
  dismissed: { tone: 'gray', Picture: IconBan },
})

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

export const ERROR_COLUMNS = columnsFor(errorList, {
  code: { render: ({ code }) => code ?? 'No code' },
  columns: { width: 116, render: columnsInWords },
  reasons: { width: 296, card: 'wide', render: reasonsInWords },
  file: { width: 150, card: 'wide' },
  row: 56,
  kind: 96,
  cameAt: 150,
  state: { width: 114, card: 'corner', render: ({ state }) => <ErrorTag state={state} /> },
  settled: 150,
  settledBy: 130,
})

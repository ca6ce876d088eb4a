import { ERROR_NAMES, errorQuery, type ErrorRow } from '../people/onboarding.ts'
import { formatWord } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const columnWords = ({ problems }: ErrorRow): string =>
  [...new Set(problems.map(({ column }) => column ?? 'Whole row'))].join(', ')

const column = columnsOf<ErrorRow>()

export const errorList = defineList({
  name: 'onboarding-errors',
  noun: ['error', 'errors'],
  empty: {
    title: 'No errors yet',
    text: 'When a file is applied, each row that was refused stands here with the reason, to be corrected and tried again.',
  },
  query: errorQuery,
  id: ({ uploadId, rowNo }: ErrorRow) => `${uploadId}-${rowNo}`,
  columns: [
    column.text('code', 'Code', (row) => row.code ?? 'No code'),
    column.text('columns', 'Column', columnWords),
    column.text('reasons', 'Reason', (row) => row.problems.map(({ reason }) => reason).join(' ')),
    column.text('file', 'File', (row) => row.fileName),
    column.number('row', 'Row', (row) => row.rowNo),
    column.text('kind', 'Kind', (row) => formatWord(row.kind)),
    column.moment('cameAt', 'When', (row) => row.cameAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('state', 'Status', (row) => ERROR_NAMES[row.state]),
    column.moment('settled', 'Settled', (row) => row.settledAt, { optional: true }),
    column.text('settledBy', 'Settled by', (row) => row.settledBy, { optional: true }),
  ],
})

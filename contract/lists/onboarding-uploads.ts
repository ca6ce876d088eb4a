import { type Upload, UPLOAD_NAMES, uploadQuery } from '../people/onboarding.ts'
import { formatWord } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

const hasErrors: ReadonlySet<Upload['state']> = new Set(['applying', 'stopped', 'applied'])

const column = columnsOf<Upload>()

export const uploadList = defineList({
  name: 'onboarding-uploads',
  noun: ['upload', 'uploads'],
  empty: {
    title: 'No uploads yet',
    text: 'Send a file on Worker Onboarding, Distributor Onboarding or All Users; it stands here with its counts from then on.',
  },
  query: uploadQuery,
  id: ({ uploadId }: Upload) => uploadId,
  columns: [
    column.text('name', 'File', (row) => row.name),
    column.text('state', 'Status', (row) => UPLOAD_NAMES[row.state]),
    column.text('kind', 'Kind', (row) => formatWord(row.kind)),
    column.number('rows', 'Rows', (row) => row.rows),
    column.number('creates', 'Create', (row) => row.creates),
    column.number('changes', 'Change', (row) => row.changes),
    column.number('same', 'No change', (row) => row.same),
    column.number('refused', 'Refused', (row) => row.refused),
    column.number('open', 'Still open', (row) => (hasErrors.has(row.state) ? row.open : 0)),
    column.number('applied', 'Applied', (row) => row.applied, { optional: true }),
    column.moment('cameAt', 'Sent', (row) => row.cameAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('cameBy', 'Sent by', (row) => row.cameBy),
    column.text('appliedBy', 'Applied by', (row) => row.appliedBy, { optional: true }),
    column.number('bytes', 'Size', (row) => row.bytes, {
      optional: true,
      fileHeader: 'Size, bytes',
    }),
  ],
})

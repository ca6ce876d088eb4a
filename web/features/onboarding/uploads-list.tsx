import {
  listUploads,
  UPLOAD_STATES,
  uploadListQuery,
  type Upload,
  type UploadListQuery,
} from '../../../contract/onboarding.ts'
import { call } from '../../lib/api.ts'
import { formatNumber, formatWord } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { KIND_FILTER } from './error-list.tsx'
import {
  formatBytes,
  KIND_WORDS,
  LOGS_PATH,
  openErrorsOf,
  uploadSearchOf,
} from './onboarding-words.ts'
import { UPLOAD_LOOKS, UploadTag } from './upload-looks.tsx'

export const uploadSource: ListSource<Upload, UploadListQuery> = {
  name: 'onboarding-uploads',
  schema: uploadListQuery,
  fetchPage: (query, signal) => call(listUploads, { query, signal }),
  rowId: ({ uploadId }) => uploadId,
}

type Count = 'rows' | 'creates' | 'changes' | 'same' | 'refused' | 'applied'
const count = (key: Count, header: string, width: number, optional = false): Column<Upload> => ({
  key,
  header,
  width,
  optional,
  align: 'right',
  render: (upload) => formatNumber(upload[key]),
})

/** Those that wait, as the way to them. */
function openLink(upload: Upload) {
  const { uploadId } = upload
  const open = openErrorsOf(upload)
  if (open === 0) return '0'
  return (
    <PageLink to={LOGS_PATH} search={{ upload: uploadId, state: ['open'] }}>
      {formatNumber(open)}
    </PageLink>
  )
}

export const UPLOAD_COLUMNS: Column<Upload>[] = [
  {
    key: 'name',
    header: 'File',
    width: 168,
    render: ({ kind, uploadId, name }) => (
      <PageLink to={KIND_WORDS[kind].sendPath} search={uploadSearchOf(kind, uploadId)}>
        {name}
      </PageLink>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 146,
    card: 'corner',
    render: ({ state }) => <UploadTag state={state} />,
  },
  { key: 'kind', header: 'Kind', width: 104, render: ({ kind }) => formatWord(kind) },
  count('rows', 'Rows', 70),
  count('creates', 'Create', 68),
  count('changes', 'Change', 70),
  count('same', 'No change', 88),
  count('refused', 'Refused', 72),
  { key: 'open', header: 'Still open', width: 82, align: 'right', render: openLink },
  count('applied', 'Applied', 80, true),
  {
    key: 'cameAt',
    header: 'Sent',
    width: 150,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ cameAt }) => <Moment at={cameAt} />,
  },
  { key: 'cameBy', header: 'Sent by', width: 112, render: ({ cameBy }) => cameBy },
  {
    key: 'appliedBy',
    header: 'Applied by',
    width: 130,
    optional: true,
    render: ({ appliedBy }) => appliedBy,
  },
  {
    key: 'bytes',
    header: 'Size',
    width: 90,
    align: 'right',
    optional: true,
    render: ({ bytes }) => formatBytes(bytes),
  },
]

export const UPLOAD_ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export const UPLOAD_FILTERS: Filter[] = [
  KIND_FILTER,
  {
    kind: 'choices',
    name: 'state',
    label: 'State',
    primary: true,
    choices: UPLOAD_STATES.map((state) => ({ value: state, label: UPLOAD_LOOKS[state].label })),
  },
]

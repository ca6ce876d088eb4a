import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { uploadList } from '../../../../contract/lists/onboarding-uploads.ts'
import {
  listUploads,
  uploadListQuery,
  type Upload,
} from '../../../../contract/people/onboarding.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import {
  formatBytes,
  KIND_WORDS,
  LOGS_PATH,
  openErrorsOf,
  uploadSearchOf,
} from './onboarding-words.ts'
import { UploadTag } from './upload-styles.tsx'

export const uploadSource = listSource(uploadList, {
  schema: uploadListQuery,
  fetchPage: (query, signal) => call(listUploads, { query, signal }),
})

/** Those that wait, as the way to them. */
function openLink(upload: Upload) {
  const { uploadId } = upload
  const open = openErrorsOf(upload)
  if (open === 0) return '0'
  return (
    <PageLink to={LOGS_PATH} search={{ upload: uploadId, status: ['open'] }}>
      {formatNumber(open)}
    </PageLink>
  )
}

export const UPLOAD_COLUMNS = columnsFor(uploadList, {
  name: {
    width: 168,
    render: ({ kind, uploadId, name }) => (
      <PageLink to={KIND_WORDS[kind].sendPath} search={uploadSearchOf(kind, uploadId)}>
        {name}
      </PageLink>
    ),
  },
  state: { width: 146, card: 'corner', render: ({ state }) => <UploadTag state={state} /> },
  kind: 104,
  open: { width: 82, render: openLink },
  cameAt: 150,
  cameBy: 112,
  appliedBy: 130,
  bytes: { render: ({ bytes }) => formatBytes(bytes) },
  rows: 70,
  creates: 68,
  changes: 70,
  same: 88,
  refused: 72,
  applied: 80,
})

import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { formatDayOf } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { useFirstFilters } from '../../../lib/use-first-filters.ts'
import { useSearchQuery } from '../../../lib/use-search-query.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { Choice } from '../../../../contract/lists/query.ts'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { ErrorDrawer } from './error-drawer.tsx'
import { ERROR_COLUMNS, errorSource } from './error-list.tsx'
import { choicesOptions } from './error-queries.ts'
import { ErrorsDownload } from './errors-download.tsx'
import { uploadOptions } from './onboarding-queries.ts'
import { UPLOAD_COLUMNS, uploadSource } from './uploads-list.tsx'

const UPLOADS = 'uploads'
const TITLE = 'Onboarding Error Logs'
/** Without a filter in the address the page begins with what is open. */
const OPEN = { status: ['open' as const] }

export function preloadLogs(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show === UPLOADS) {
    preloadList(queries, uploadSource, search)
    return
  }
  const begins = Object.keys(search).length === 0
  preloadList(queries, errorSource, begins ? OPEN : search)
  void queries.prefetchQuery(choicesOptions())
}

/** The uploads to filter by, the one of the address among them. */
function useUploadChoices(selected: string | undefined): Choice[] | undefined {
  const { data } = useQuery(choicesOptions())
  const known = data?.items.some(({ uploadId }) => uploadId === selected)
  const { data: other } = useQuery(uploadOptions(data && !known ? selected : undefined))
  const uploads = [...(data?.items ?? []), ...(other && !known ? [other] : [])]
  return (
    data &&
    uploads.map(({ uploadId, name, cameAt }) => ({
      value: uploadId,
      label: `${name}, ${formatDayOf(cameAt)}`,
    }))
  )
}

/** Onboarding Error Logs: the rows that were refused, to be put right, and the files they came in. */
export function LogsPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const uploads = search.show === UPLOADS
  const sides = (
    <SwitchLinks
      label="Errors or uploads"
      links={[
        { label: 'Errors', search: OPEN, current: !uploads },
        { label: 'Uploads', search: { show: UPLOADS }, current: uploads },
      ]}
    />
  )
  return uploads ? <UploadsSide sides={sides} /> : <ErrorsSide sides={sides} />
}

function ErrorsSide({ sides }: { sides: ReactElement }): ReactElement {
  const begun = useFirstFilters(errorSource.schema, OPEN)
  const role = useRole()
  const open = useOpenRow()
  const { query } = useSearchQuery(errorSource.schema)
  const choices = useUploadChoices(query.upload)
  const mayCorrect = can(role, 'onboarding.apply')
  if (!begun) return <></>
  return (
    <ListPage
      source={errorSource}
      title={TITLE}
      about={
        mayCorrect
          ? 'Rows of onboarding files that were refused. Correct one here and retry it, or take them all as a file and send it again.'
          : 'Rows of onboarding files that were refused, each with what is wrong with it.'
      }
      columns={ERROR_COLUMNS}
      lookups={{ upload: choices }}
      action={
        mayCorrect && (
          <ErrorsDownload
            key={query.upload ?? query.kind?.[0]}
            first={query.upload ?? query.kind?.[0] ?? 'workers'}
          />
        )
      }
      notice={sides}
      onOpen={open.show}
    >
      <ErrorDrawer
        id={open.id}
        onShow={({ id, place }) => open.show(id, place)}
        onClose={open.close}
      />
    </ListPage>
  )
}

function UploadsSide({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <ListPage
      source={uploadSource}
      title={TITLE}
      about="Every file of workers, distributors, members and points that was sent, with what its rows were found to be."
      columns={UPLOAD_COLUMNS}
      notice={sides}
    />
  )
}

import { Alert, Button, Title } from '@mantine/core'
import { IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useEdit } from '../../../ui/edit/use-edit.ts'
import { EmptyState, FailedState } from '../../../ui/list/list-states.tsx'
import { AppBanners } from './app-banners.tsx'
import { BannerEditor } from './banner-editor.tsx'
import { EditableBanners, ReadBanners } from './banner-list.tsx'
import { bannersOptions, type BannerList } from './banner-queries.ts'
import classes from './banners.module.css'
import { liveSlides } from './slides.ts'

/** How soon a banner that begins or ends is shown as such. */
const POLL_MS = 15_000
const SKELETON_ROWS = 5

export function preloadBanners(queries: QueryClient): void {
  void queries.prefetchQuery(bannersOptions())
}

function LoadingSkeleton(): ReactElement {
  return (
    <ol className={classes.list} aria-label="Banners" aria-busy>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <li key={row} className={classes.row} data-bone aria-hidden>
          <span className={classes.bonePicture} />
          <span className={classes.boneWords} />
        </li>
      ))}
    </ol>
  )
}

function Loaded({ list }: { list: BannerList }): ReactElement {
  const edits = can(useRole(), 'media.edit')
  const now = useNow(POLL_MS)
  const { edit, begin, close } = useEdit()
  const gone =
    edits &&
    edit !== undefined &&
    edit !== 'new' &&
    !list.banners.some(({ bannerId }) => String(bannerId) === edit)
  return (
    <>
      {gone && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />} role="alert">
          The banner of this address is no longer there. Somebody deleted it.
        </Alert>
      )}
      <div className={classes.sides}>
        {list.banners.length === 0 ? (
          <div className={classes.empty}>
            <EmptyState
              title="No banners yet"
              text="A banner is a picture at the top of the member’s app, for some members and for some days. The banners stand here in the order of the app."
            />
          </div>
        ) : edits ? (
          <EditableBanners
            list={list}
            now={now}
            onEdit={({ bannerId }) => begin(String(bannerId))}
          />
        ) : (
          <ReadBanners list={list} now={now} />
        )}
        <aside className={classes.aside} aria-label="What is live now">
          <AppBanners
            label="The app with the banners that are live"
            slides={liveSlides(list.banners, now)}
            none="No banner is live now: the app shows none."
          />
        </aside>
      </div>
      {edits && <BannerEditor edit={edit} banners={list.banners} onClose={close} />}
    </>
  )
}

/** Banners: the pictures at the top of the member's app, in their order. */
export function BannersPage(): ReactElement {
  const role = useRole()
  const { begin } = useEdit()
  const banners = useQuery(bannersOptions())
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <Title order={1}>Banner</Title>
          <p>The pictures at the top of the member’s app, in the order in which they turn.</p>
        </div>
        {can(role, 'media.edit') && banners.data && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => begin('new')}
          >
            New banner
          </Button>
        )}
      </header>
      {banners.data ? (
        <Loaded list={banners.data} />
      ) : banners.isError ? (
        <div className={classes.empty}>
          <FailedState
            many="banners"
            failure={banners.error}
            onRetry={() => void banners.refetch()}
            onClear={() => undefined}
          />
        </div>
      ) : (
        <LoadingSkeleton />
      )}
    </div>
  )
}

import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, type ReactElement, type ReactNode } from 'react'
import { useDocked } from '../lib/dock.ts'
import { useConnection } from '../lib/live.ts'
import { UPLOADS_KEPT } from '../lib/uploads-kept.ts'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { LockGuard } from './lock-guard.tsx'
import { OfflineGuard } from './offline-guard.tsx'
import { useOfflineShell } from './offline-shell.ts'
import { PageAnnouncer } from './page-announcer.tsx'
import { Sidebar } from './sidebar.tsx'
import { worksOffline } from './works-offline.ts'

const TITLE = 'HIL Dashboard'
/** Under 768 px the sidebar is a drawer. Source: shell spec, section 9. */
const NARROW = '(max-width: 767.98px)'
const CONTENT = 'content'
const SIDEBAR = 'sidebar'

function useTitle(): void {
  useEffect(() => {
    document.title = TITLE
  }, [])
}

/** Uploads that an earlier page was left in the middle of go on, whatever page is open now. */
function useUploadsLeft(): void {
  useEffect(() => {
    if (localStorage.getItem(UPLOADS_KEPT) === null) return
    void import('../features/platform/media/uploads/go-on.tsx').then((it) => it.goOnWithUploads())
  }, [])
}

/** The sidebar's state: on a wide screen shown or not, kept on this device; on a narrow one a drawer. */
function useSidebar() {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const [shown, setShown] = useLocalStorage({
    key: 'hil.sidebar',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [drawer, { toggle, close }] = useDisclosure(false)
  // Others may mean something else by it.
  useHotkeys([['Escape', close, { preventDefault: false }]])
  return {
    narrow,
    open: narrow ? drawer : shown,
    toggle: narrow ? toggle : () => setShown((before) => !before),
    close,
  }
}

/** The page, behind the offline guard and the lock. */
function Content({ children }: { children: ReactNode }): ReactElement {
  const { pathname } = useLocation()
  return (
    <OfflineGuard canScan={worksOffline(pathname)}>
      <LockGuard>{children}</LockGuard>
    </OfflineGuard>
  )
}

/** The frame of every page inside: header, sidebar, content. */
export function Layout({ children }: { children?: ReactNode }): ReactElement {
  const sidebar = useSidebar()
  // Stays while pages change and while the device is offline.
  const docked = useDocked()
  const covered = sidebar.narrow && sidebar.open
  useTitle()
  useUploadsLeft()
  useConnection()
  useOfflineShell(useLocation().pathname)
  return (
    <div className={classes.layout} data-sidebar={sidebar.open || undefined}>
      <a className={classes.skip} href={`#${CONTENT}`}>
        Skip to the content
      </a>
      <Header sidebarId={SIDEBAR} sidebarOpen={sidebar.open} onToggleSidebar={sidebar.toggle} />
      <Sidebar id={SIDEBAR} open={sidebar.open} onNavigate={sidebar.close} />
      {covered && <div className={classes.cover} onClick={sidebar.close} aria-hidden />}
      <main id={CONTENT} className={classes.main} tabIndex={-1} inert={covered}>
        <PageAnnouncer />
        <div className={classes.content}>
          <Content>{children ?? <Outlet />}</Content>
        </div>
      </main>
      {docked}
    </div>
  )
}

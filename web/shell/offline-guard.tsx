import { VisuallyHidden } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react'
import classes from './offline-guard.module.css'
import { useOffline, type Place } from './use-offline.ts'

/** Hides open dialogs while offline (global.css), and afterwards goes back to the focus and the scroll. */
function useReturn(left: Place | null): void {
  const before = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const place = before.current
    before.current = left
    document.documentElement.toggleAttribute('data-offline', left !== null)
    if (left || !place) return
    window.scrollTo({ top: place.top, behavior: 'instant' })
    if (place.focused instanceof HTMLElement) place.focused.focus({ preventScroll: true })
  }, [left])
  useLayoutEffect(() => () => document.documentElement.removeAttribute('data-offline'), [])
}

/** Replaces the content while the device is offline; it stays mounted, so what was typed survives. */
export function OfflineGuard({ children }: { children: ReactNode }): ReactElement {
  const { left, restored, seconds } = useOffline()
  const offline = left !== null
  useReturn(left)
  return (
    <>
      {/* Said when it changes; the countdown itself would be shouted every second. */}
      <VisuallyHidden role="status">
        {offline && 'You are offline. The page will load again by itself.'}
        {restored && 'You are online again.'}
      </VisuallyHidden>
      {offline && (
        <div className={classes.notice}>
          <IconWifiOff size={32} stroke={1.5} aria-hidden />
          <h1>{`No Internet Connection. Retrying to connect in ${seconds} seconds.`}</h1>
        </div>
      )}
      <div hidden={offline}>{children}</div>
    </>
  )
}

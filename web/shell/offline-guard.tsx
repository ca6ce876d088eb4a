import { VisuallyHidden } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { BehindGuard } from '../lib/behind-guard.ts'
import { useAlwaysScanOffline } from '../lib/scan-offline.ts'
import classes from './offline-guard.module.css'
import { ScanOfflineOffer } from './scan-offline-offer.tsx'
import { useConnectionLost, useCountdown, type Place } from './use-offline.ts'

/** Hides open dialogs while guarded (global.css), and afterwards goes back to the focus and the scroll. */
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

/**
 * Replaces the content while the device is offline; it stays mounted, so what was typed survives.
 * `canScan`: the page keeps what is scanned, so its worker may go on without a network.
 */
export function OfflineGuard({
  canScan = false,
  children,
}: {
  canScan?: boolean
  children: ReactNode
}): ReactElement {
  const { left, restored, passed, pass } = useConnectionLost()
  const [always, setAlways] = useAlwaysScanOffline()
  const guarded = left !== null && !(canScan && (passed || always))
  const seconds = useCountdown(guarded)
  useReturn(guarded ? left : null)
  return (
    <>
      {/* Said when it changes; the countdown itself would be shouted every second. */}
      <VisuallyHidden role="status">
        {guarded && 'You are offline. The page will load again by itself.'}
        {restored && 'You are online again.'}
      </VisuallyHidden>
      {guarded && (
        <div className={classes.notice}>
          <IconWifiOff size={32} stroke={1.5} aria-hidden />
          <h1>{`No Internet Connection. Retrying to connect in ${seconds} seconds.`}</h1>
          {canScan && <ScanOfflineOffer onOnce={pass} onAlways={() => setAlways(true)} />}
        </div>
      )}
      <div hidden={guarded}>
        <BehindGuard value={guarded}>{children}</BehindGuard>
      </div>
    </>
  )
}

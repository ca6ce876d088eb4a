import { Activity, lazy, Suspense, useLayoutEffect, type ReactElement, type ReactNode } from 'react'
import { useLocked } from '../lib/session-lock.ts'

const PinPad = lazy(async () => ({
  default: (await import('../features/programme/plant/pin/pin-pad.tsx')).PinPad,
}))

/**
 * Replaces the content while the session waits for the PIN. What was typed survives; the camera stops and nothing is
 * sent until then.
 */
export function LockGuard({ children }: { children: ReactNode }): ReactElement {
  const locked = useLocked()
  useLayoutEffect(() => {
    // Hides open dialogs (global.css).
    document.documentElement.toggleAttribute('data-locked', locked)
    return () => document.documentElement.removeAttribute('data-locked')
  }, [locked])
  return (
    <>
      {locked && (
        <Suspense>
          <PinPad />
        </Suspense>
      )}
      <Activity mode={locked ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  )
}

import type { ReactElement, ReactNode } from 'react'
import classes from './phone-frame.module.css'
import { ScrollRegion } from './scroll-region.tsx'

/** Signal and battery, as drawn at the top of a screen; nothing to read. */
function StatusLine(): ReactElement {
  return (
    <div className={classes.status} aria-hidden>
      <span className={classes.camera} />
      <svg width="40" height="10" viewBox="0 0 40 10" fill="currentColor" focusable="false">
        <rect x="0" y="7" width="2.5" height="3" rx="0.6" />
        <rect x="3.8" y="5" width="2.5" height="5" rx="0.6" />
        <rect x="7.6" y="2.5" width="2.5" height="7.5" rx="0.6" />
        <rect x="11.4" y="0" width="2.5" height="10" rx="0.6" />
        <rect x="20.5" y="0.5" width="16" height="9" rx="2.4" fill="none" stroke="currentColor" />
        <rect x="22.2" y="2.2" width="10" height="5.6" rx="1.2" />
        <rect x="37.6" y="3.4" width="1.8" height="3.2" rx="0.9" />
      </svg>
    </div>
  )
}

/**
 * A phone around what the member's app would show. Its screen has the height of a phone, fills the
 * width it gets up to 288 pixels and scrolls where the content is longer. The drawing itself is
 * hidden from screen readers; `label` says what the screen shows.
 */
export function PhoneFrame({
  label,
  children,
}: {
  label: string
  children: ReactNode
}): ReactElement {
  return (
    <div className={classes.phone}>
      <StatusLine />
      <ScrollRegion label={label} className={classes.screen}>
        {children}
      </ScrollRegion>
      <span className={classes.bar} aria-hidden />
    </div>
  )
}

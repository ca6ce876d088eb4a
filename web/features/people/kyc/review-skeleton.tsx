import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './review.module.css'

/** The shape of a review while it is on its way. */
export function ReviewSkeleton(): ReactElement {
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <div className={classes.head}>
        <VisuallyHidden>
          <h1>KYC Verification</h1>
        </VisuallyHidden>
        <span className={classes.bone} data-size="button" />
        <div className={classes.who}>
          <span className={classes.bone} data-size="title" />
          <span className={classes.bone} data-size="line" />
        </div>
      </div>
      <div className={classes.panes}>
        <div className={classes.emptyPane}>
          <span className={classes.bone} data-size="document" />
        </div>
        <div className={classes.side}>
          <div className={classes.cards}>
            {[3, 2, 3, 1].map((lines, card) => (
              <div key={card} className={classes.emptyCard}>
                <span className={classes.bone} data-size="name" />
                {Array.from({ length: lines + 1 }, (_, line) => (
                  <span
                    key={line}
                    className={classes.bone}
                    data-size={line % 2 ? 'long' : 'line'}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

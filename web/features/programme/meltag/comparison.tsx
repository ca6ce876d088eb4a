import type { ReactElement, ReactNode } from 'react'
import type {
  MeltagFinding,
  MeltagMatch,
  MeltagVendor,
} from '../../../../contract/programme/meltag.ts'
import { Differs, Findings } from './findings.tsx'
import classes from './meltag.module.css'
import { ourLines, vendorLines, type Line } from './sides.tsx'
import { VendorNote } from './vendor-note.tsx'

type ComparisonProps = {
  match: MeltagMatch
  vendor: MeltagVendor
  /** Whether our side leads to the coupon's story; not where it stands on the same page. */
  linked: boolean
  asking: boolean
  onAgain: () => void
}

/** One coupon or tag: what is wrong above, then our side and the vendor's beside each other. */
export function Comparison({
  match,
  vendor,
  linked,
  asking,
  onAgain,
}: ComparisonProps): ReactElement {
  const { ours, theirs, findings } = match
  const answered = vendor.state === 'answered'
  return (
    <div className={classes.comparison}>
      {answered && <Findings findings={findings} />}
      <div className={classes.sides}>
        <Side title="Almond DB, ours" lines={ours && ourLines(ours, linked)} findings={findings}>
          <p className={classes.none}>No coupon of ours has this code.</p>
        </Side>
        <Side
          title="Meltag DB, the vendor’s"
          lines={theirs && vendorLines(theirs)}
          findings={findings}
        >
          {answered ? (
            <p className={classes.none}>The vendor has no tag with this code.</p>
          ) : (
            <VendorNote vendor={vendor} asking={asking} onAgain={onAgain} />
          )}
        </Side>
      </div>
    </div>
  )
}

/** The lines of a side; in their place, where there are none, what `children` say. */
function Side({
  title,
  lines,
  findings,
  children,
}: {
  title: string
  lines: readonly Line[] | null
  findings: readonly MeltagFinding[]
  children: ReactNode
}): ReactElement {
  return (
    <div className={classes.side} role="group" aria-label={title}>
      <p className={classes.sideTitle}>{title}</p>
      {lines === null ? (
        children
      ) : (
        <dl className={classes.lines}>
          {lines.map(({ name, value, none, about }) => {
            const finding = findings.find(({ field }) => field === about)
            return (
              <div key={name} data-weight={finding?.weight}>
                <dt>{name}</dt>
                <dd>
                  {value ?? <span className={classes.silent}>{none ?? 'not given'}</span>}
                  {finding && <Differs finding={finding} />}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowsDiff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { DisputeDetail } from '../../../../contract/desk/disputes.ts'
import { stateName } from '../../../../contract/india.ts'
import {
  formatDayOf,
  formatMobile,
  formatMoment,
  formatNumber,
  formatWord,
} from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { flagsInWords } from '../../../../contract/programme/flag-words.ts'
import { afterWords, distanceWords } from './dispute-words.tsx'
import classes from './dispute.module.css'

type Claimant = DisputeDetail['first']
type Line = { name: string; of: (one: Claimant) => string | null }

/** A phone that sent its scan this much later kept it while offline. */
const LATE_MS = 300_000

const placeOf = ({ lat, lng, scanState }: Claimant): string =>
  lat === null || lng === null
    ? `${stateName(scanState)}, no position`
    : `${stateName(scanState)}, ${lat.toFixed(3)}, ${lng.toFixed(3)}`

function sentLate({ occurredAt, recordedAt }: Claimant): string | null {
  const late = Date.parse(recordedAt) - Date.parse(occurredAt) > LATE_MS
  return late ? `${formatMoment(recordedAt)}: kept on the phone until then` : null
}

const SCAN: readonly Line[] = [
  { name: 'Scanned', of: ({ occurredAt }) => formatMoment(occurredAt) },
  { name: 'Sent', of: sentLate },
  { name: 'Place', of: placeOf },
  { name: 'Device', of: ({ device }) => device ?? 'Not told' },
  { name: 'Retailer named', of: ({ retailer }) => retailer ?? 'None' },
  { name: 'Flags', of: ({ flags }) => flagsInWords(flags) || 'None' },
]
const MEMBER: readonly Line[] = [
  {
    name: 'Member',
    of: ({ memberKind, memberCode }) => `${formatWord(memberKind)}, ${memberCode}`,
  },
  { name: 'Mobile', of: ({ mobile }) => formatMobile(mobile) },
  {
    name: 'Lives in',
    of: ({ city, state }) => [...new Set([city, stateName(state)])].filter(Boolean).join(', '),
  },
  { name: 'Joined', of: ({ joinedAt }) => formatDayOf(joinedAt) },
  { name: 'Credited scans', of: ({ credited }) => formatNumber(credited) },
  { name: 'Disputes lost', of: ({ lostDisputes }) => formatNumber(lostDisputes) },
]
/** What differs between any two people tells nothing. */
const ALWAYS_DIFFERS = new Set(['Scanned', 'Sent', 'Member', 'Mobile', 'Credited scans'])

function Lines({
  lines,
  one,
  other,
}: {
  lines: readonly Line[]
  one: Claimant
  other: Claimant
}): ReactElement {
  return (
    <dl className={classes.lines}>
      {lines.map(({ name, of }) => {
        const value = of(one)
        if (value === null && of(other) === null) return null
        const differs = !ALWAYS_DIFFERS.has(name) && value !== of(other)
        return (
          <div key={name} data-differs={differs || undefined}>
            <dt>{name}</dt>
            <dd>
              {value ?? 'At once'}
              {differs && (
                <span className={classes.differs} title="The other’s is another">
                  <IconArrowsDiff size={14} stroke={1.8} aria-hidden />
                  <VisuallyHidden>, differs</VisuallyHidden>
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Card({
  title,
  one,
  other,
}: {
  title: string
  one: Claimant
  other: Claimant
}): ReactElement {
  return (
    <section className={classes.card} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <PageLink to="/dashboard/users" search={{ open: String(one.memberId) }}>
          {one.memberName}
        </PageLink>
        {one.blocked && (
          <Tag tone="red" Picture={IconAlertTriangle}>
            Blocked
          </Tag>
        )}
      </header>
      <Lines lines={SCAN} one={one} other={other} />
      <Lines lines={MEMBER} one={one} other={other} />
    </section>
  )
}

/** The two members and their scans side by side; where there is no room, one below the other. */
export function Claimants({ dispute }: { dispute: DisputeDetail }): ReactElement {
  const { first, claimant } = dispute
  return (
    <div className={classes.claimants}>
      <Card title="Scanned first" one={first} other={claimant} />
      <Card title="Claims it" one={claimant} other={first} />
    </div>
  )
}

/** Time and distance between the two scans, drawn in their order. */
export function Between({ dispute }: { dispute: DisputeDetail }): ReactElement {
  const { first, claimant, minutes, kilometres } = dispute
  const scans = [
    { ...first, role: 'Scanned first' },
    { ...claimant, role: 'Claims it' },
  ].toSorted((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt))
  const words = `${afterWords(minutes)}, ${distanceWords(kilometres)}`
  const [from, to] = scans
  if (!from || !to) return <p>{words}</p>
  return (
    <div className={classes.between}>
      <p>
        <b>{from.role}</b>
        <span>{`${formatMoment(from.occurredAt)}, ${stateName(from.scanState)}`}</span>
      </p>
      <p className={classes.gap}>{words}</p>
      <p>
        <b>{to.role}</b>
        <span>{`${formatMoment(to.occurredAt)}, ${stateName(to.scanState)}`}</span>
      </p>
    </div>
  )
}

import { Button, Checkbox, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import {
  DECISION_SCANS,
  decideScans,
  type Cluster,
  type HeldOutcome,
} from '../../../../contract/programme/held-scans.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { GRAPH, drawGraph } from './cluster-graph.ts'
import { orRefetch } from './held-queries.ts'
import classes from './held.module.css'

/** A name that is longer than its place is cut; the list of members has it whole. */
const short = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

const LINK_WORDS = { account: 'Account', device: 'Phone', place: 'Place', retailer: 'Retailer' }

function Graph({ cluster }: { cluster: Cluster }): ReactElement | null {
  if (cluster.links.length === 0) return null
  const { height, members, links, lines, more } = drawGraph(cluster)
  return (
    <figure className={classes.graph}>
      <svg
        viewBox={`0 0 ${GRAPH.width} ${height}`}
        role="img"
        aria-label={cluster.evidence.join(' ')}
      >
        {lines.map(({ from, to }) => (
          <line
            key={`${from}-${to}`}
            x1={GRAPH.memberX}
            y1={from}
            x2={GRAPH.linkX}
            y2={to}
            className={classes.line}
          />
        ))}
        {members.map(({ label, y }) => (
          <g key={y}>
            <text x={GRAPH.memberX - 12} y={y + 4} textAnchor="end">
              {short(label, 20)}
            </text>
            <circle cx={GRAPH.memberX} cy={y} r={6} className={classes.dot} />
          </g>
        ))}
        {links.map(({ kind, label, y }) => (
          <g key={y}>
            <rect
              x={GRAPH.linkX - 7}
              y={y - 7}
              width={14}
              height={14}
              rx={3}
              className={classes[kind]}
            />
            <text x={GRAPH.linkX + 14} y={y + 4}>
              {short(kind === 'account' ? label : `${LINK_WORDS[kind]} ${label}`, 22)}
            </text>
          </g>
        ))}
      </svg>
      {more > 0 && <figcaption>{`and ${formatAmount(more, 'member')} more`}</figcaption>}
    </figure>
  )
}

const ACTS: Record<HeldOutcome, { verb: string; done: string }> = {
  released: { verb: 'Release', done: 'being released' },
  reversed: { verb: 'Reverse', done: 'being reversed' },
}

function whatHappens(outcome: HeldOutcome, scans: Cluster['scans']): string {
  const points = formatAmount(
    scans.reduce((sum, scan) => sum + scan.points, 0),
    'point',
  )
  const members = formatAmount(new Set(scans.map(({ memberId }) => memberId)).size, 'member')
  return outcome === 'released'
    ? `${points} of ${members} can be redeemed, and ${formatAmount(scans.length, 'scan')} do not wait any more. This cannot be undone here.`
    : `${points} are taken back from ${members}, and ${formatAmount(scans.length, 'coupon')} become active again for whoever scans them next. Points that are spent stay. This cannot be undone.`
}

function Decide({ scans }: { scans: Cluster['scans'] }): ReactElement {
  const client = useQueryClient()
  const [deciding, setDeciding] = useState<HeldOutcome | null>(null)
  const some = scans.slice(0, DECISION_SCANS)
  const amount = formatAmount(some.length, 'scan')
  const send = async (outcome: HeldOutcome, reason: string): Promise<void> => {
    const keys = some.map(({ memberId, scanId }) => ({ memberId, scanId }))
    const body = { outcome, reason, scans: keys }
    const made = await orRefetch(client, () => call(decideScans, { body }))
    setDeciding(null)
    notifyDone(
      made.needsTwo
        ? `The decision about ${amount} is proposed. Somebody else approves it.`
        : `${amount} ${some.length === 1 ? 'is' : 'are'} ${ACTS[outcome].done}.`,
    )
  }
  return (
    <Group gap="xs">
      {(['released', 'reversed'] as const).map((outcome) => {
        const { verb } = ACTS[outcome]
        return (
          <span key={outcome}>
            <Button
              size="sm"
              variant={outcome === 'released' ? 'filled' : 'default'}
              disabled={some.length === 0}
              onClick={() => setDeciding(outcome)}
            >
              {`${verb} ${amount}`}
            </Button>
            <ConfirmDialog
              opened={deciding === outcome}
              title={`${verb} ${amount}`}
              what={whatHappens(outcome, some)}
              submit={`${verb} ${amount}`}
              danger={outcome === 'reversed'}
              onConfirm={(reason) => send(outcome, reason)}
              onClose={() => setDeciding(null)}
            />
          </span>
        )
      })}
    </Group>
  )
}

/** Members whose scans wait and who have something in common; some can be left out of the decision. */
export function ClusterCard({ cluster }: { cluster: Cluster }): ReactElement {
  const id = useId()
  const role = useRole()
  const [left, setLeft] = useState<readonly number[]>([])
  const { members, scans, points, evidence } = cluster
  const mayDecide = can(role, 'scan.review')
  const selected = scans.filter(({ memberId }) => !left.includes(memberId))
  const [first] = members
  const title =
    members.length === 1 && first ? first.memberName : formatAmount(members.length, 'member')
  return (
    <article className={classes.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p>{`${formatAmount(scans.length, 'scan')}, ${formatAmount(points, 'point')}`}</p>
      </header>
      <div className={classes.facts}>
        <ul className={classes.evidence}>
          {[...new Set(evidence)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <Graph cluster={cluster} />
      </div>
      <details className={classes.members}>
        <summary>Members and their scans</summary>
        <ul>
          {members.map(({ memberId, memberName, memberCode }) => {
            const own = scans.filter((scan) => scan.memberId === memberId).length
            return (
              <li key={memberId}>
                {mayDecide && members.length > 1 && (
                  <Checkbox
                    aria-label={`Decide about ${memberName}`}
                    checked={!left.includes(memberId)}
                    onChange={() =>
                      setLeft((before) =>
                        before.includes(memberId)
                          ? before.filter((one) => one !== memberId)
                          : [...before, memberId],
                      )
                    }
                  />
                )}
                <span>{`${memberName}, ${memberCode}`}</span>
                <PageLink
                  to="/dashboard/QrScanHistories"
                  search={{ member: memberId, review: ['waiting', 'flagged'] }}
                >
                  {formatAmount(own, 'scan')}
                </PageLink>
              </li>
            )
          })}
        </ul>
      </details>
      {mayDecide && <Decide scans={selected} />}
    </article>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  approveScanDecision,
  rejectScanDecision,
  type ScanDecision,
} from '../../../../contract/programme/held-scans.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DecideActs, type Decision } from '../../../ui/decide-acts.tsx'
import { ProposedBy, Waiting } from '../../../ui/waiting.tsx'
import { decisionsOptions, orRefetch } from './held-queries.ts'
import classes from './held.module.css'

const REVIEW = { propose: 'scan.review', decide: 'scan.review' } as const
const VERBS = { released: 'Release', reversed: 'Reverse' }

const whatOf = ({ outcome, scans, members, points }: ScanDecision): string =>
  `${VERBS[outcome]} ${formatAmount(scans, 'scan')} of ${formatAmount(members, 'member')}, ${formatAmount(points, 'point')}`

function Proposed({ decision }: { decision: ScanDecision }): ReactElement {
  const client = useQueryClient()
  const { decisionId, proposedBy } = decision
  const params = { decisionId }
  const done = async (words: string, act: () => Promise<unknown>): Promise<void> => {
    await orRefetch(client, act)
    notifyDone(words)
  }
  const reject = (note: string, words: string) =>
    done(words, () => call(rejectScanDecision, { params, body: { note } }))
  const acts: Decision = {
    thing: 'the decision about these scans',
    effect: `${whatOf(decision)}. This cannot be undone.`,
    proposedBy,
    approve: (note) =>
      done('The decision is approved and is being applied.', () =>
        call(approveScanDecision, { params, body: { note: note || undefined } }),
      ),
    reject: (note) => reject(note, 'The decision is rejected. The scans wait as before.'),
    withdraw: () =>
      reject(
        'Withdrawn by who proposed it',
        'Your decision is withdrawn. The scans wait as before.',
      ),
  }
  return (
    <li>
      <div>
        <p>
          <b>{whatOf(decision)}</b>
        </p>
        <ProposedBy change={decision} />
      </div>
      <DecideActs decision={acts} permissions={REVIEW} />
    </li>
  )
}

/** "40 settled, 2 decided by somebody else before, 1 not taken back because the points are spent". */
function howItWent({ state, scans, settled, elsewhere, refused }: ScanDecision): string {
  if (state === 'rejected') return 'rejected'
  const parts = [
    state === 'applying' ? `${settled} of ${scans} settled so far` : `${settled} settled`,
    elsewhere > 0 && `${elsewhere} decided by somebody else before`,
    refused > 0 && `${refused} not taken back because the points are spent`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Decisions about clusters: what waits for somebody else, and how the newest others went. */
export function HeldDecisions(): ReactElement | null {
  const { data } = useQuery(decisionsOptions())
  // What is being applied is shown by itself, and stays when it is done.
  const [open, setOpen] = useState(false)
  const decisions = data?.decisions ?? []
  const proposed = decisions.filter(({ state }) => state === 'proposed')
  const others = decisions.filter(({ state }) => state !== 'proposed')
  if (decisions.length === 0) return null
  return (
    <>
      {proposed.length > 0 && (
        <Waiting>
          {proposed.map((decision) => (
            <Proposed key={decision.decisionId} decision={decision} />
          ))}
        </Waiting>
      )}
      {others.length > 0 && (
        <details
          className={classes.newest}
          open={open || others.some(({ state }) => state === 'applying')}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>Newest decisions</summary>
          <ul>
            {others.map((decision) => (
              <li key={decision.decisionId}>
                <b>{whatOf(decision)}</b>
                {`: ${howItWent(decision)}.`}
                <ProposedBy change={decision} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

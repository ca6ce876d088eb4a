import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  ruleOf,
  sentenceOf,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import {
  approveRuleChange,
  rejectRuleChange,
  withdrawRuleChange,
  type RuleChange,
  type RuleRow,
} from '../../../../contract/platform/rules.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DecideActs, type Decision } from '../../../ui/decide-acts.tsx'
import { ProposedBy, Waiting } from '../../../ui/waiting.tsx'
import { Difference } from './difference.tsx'
import { baseOf } from './rule-draft.ts'
import { orRefresh } from './rule-queries.ts'
import classes from './rules.module.css'

const fromWords = ({ fromAt }: RuleChange): string =>
  fromAt ? `from ${formatMoment(fromAt)} on` : 'as soon as it is approved'

function Change({ value: now, change }: { value: RuleValue; change: RuleChange }): ReactElement {
  const client = useQueryClient()
  const { changeId, rule, value, proposedBy } = change
  const { label } = ruleOf(rule)
  const words = sentenceOf(rule, value)
  const done = async (told: string, act: () => Promise<unknown>): Promise<void> => {
    await orRefresh(client, act)
    notifyDone(`${label}: ${told}`)
  }
  const params = { changeId }
  const decision: Decision = {
    thing: `the change of ${label}`,
    effect: `${words} It holds ${fromWords(change)}, in the whole programme.`,
    proposedBy,
    approve: (note) =>
      done(`approved. ${words}`, () =>
        call(approveRuleChange, { params, body: { note: note || undefined } }),
      ),
    reject: (note) =>
      done('the change is rejected.', () => call(rejectRuleChange, { params, body: { note } })),
    withdraw: () => done('your change is withdrawn.', () => call(withdrawRuleChange, { params })),
  }
  return (
    <li>
      <div>
        <p className={classes.name}>{label}</p>
        <p>
          <b>{words}</b>
          {` To hold ${fromWords(change)}.`}
        </p>
        <Difference rule={rule} before={now} after={value} />
        <p className={classes.dim}>{`Now: ${sentenceOf(rule, now)}`}</p>
        <ProposedBy change={change} />
      </div>
      <DecideActs decision={decision} />
    </li>
  )
}

/** The changes of rules that wait for somebody else. */
export function WaitingChanges({ rows }: { rows: readonly RuleRow[] }): ReactElement | null {
  const waiting = rows.flatMap((row) =>
    row.proposal ? [{ value: baseOf(row).value, proposal: row.proposal }] : [],
  )
  if (waiting.length === 0) return null
  return (
    <Waiting>
      {waiting.map(({ value, proposal }) => (
        <Change key={proposal.changeId} value={value} change={proposal} />
      ))}
    </Waiting>
  )
}

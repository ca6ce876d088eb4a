import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../contract/permissions.ts'
import { ruleOf } from '../../../contract/rule-definitions.ts'
import {
  approveRuleChange,
  rejectRuleChange,
  withdrawRuleChange,
  type RuleChange,
  type RuleRow,
} from '../../../contract/rules.ts'
import { call } from '../../lib/api.ts'
import { formatMoment } from '../../lib/format.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { orRefresh } from './rule-queries.ts'
import classes from './rules.module.css'

const fromWords = ({ fromAt }: RuleChange): string =>
  fromAt ? `from ${formatMoment(fromAt)} on` : 'as soon as it is approved'

type DialogProps = { change: RuleChange; opened: boolean; onClose: () => void }

function ApproveDialog({ change, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { changeId, rule, value } = change
  const { label, says } = ruleOf(rule)
  const approve = async (note: string): Promise<void> => {
    const body = { note: note || undefined }
    await orRefresh(client, () => call(approveRuleChange, { params: { changeId }, body }))
    notifyDone(`${label}: approved. ${says(value)}`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Approve the change of “${label}”`}
      what={`${says(value)} It holds ${fromWords(change)}, in the whole programme.`}
      submit="Approve"
      optional
      onConfirm={approve}
      onClose={onClose}
    />
  )
}

function RejectDialog({ change, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { changeId, rule, proposedBy } = change
  const { label } = ruleOf(rule)
  const reject = async (note: string): Promise<void> => {
    const body = { note }
    await orRefresh(client, () => call(rejectRuleChange, { params: { changeId }, body }))
    notifyDone(`${label}: the change is rejected.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Reject the change of “${label}”`}
      what={`The rule stays as it is. ${proposedBy.name} is told.`}
      submit="Reject"
      danger
      onConfirm={reject}
      onClose={onClose}
    />
  )
}

function WithdrawDialog({ change, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { changeId, rule } = change
  const { label } = ruleOf(rule)
  const { busy, error, send } = useSending(async () => {
    await orRefresh(client, () => call(withdrawRuleChange, { params: { changeId } }))
    notifyDone(`${label}: your change is withdrawn.`)
    onClose()
  })
  return (
    <DialogForm
      opened={opened}
      title={`Withdraw the change of “${label}”`}
      what="The rule stays as it is; the history keeps that you proposed it."
      submit="Withdraw"
      danger
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

const DIALOGS = { approve: ApproveDialog, reject: RejectDialog, withdraw: WithdrawDialog }

function Acts({ change }: { change: RuleChange }): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const mine = session !== null && staffIdOf(session) === change.proposedBy.staffId
  const { label } = ruleOf(change.rule)
  const acts = mine ? (['withdraw'] as const) : (['approve', 'reject'] as const)
  if (!can(role, mine ? 'programme.edit' : 'programme.approve')) return null
  const words = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' }
  return (
    <div className={classes.acts}>
      {mine && <small>Somebody else approves it.</small>}
      {acts.map((act) => {
        const Dialog = DIALOGS[act]
        return (
          <span key={act}>
            <Button
              size="xs"
              variant={act === 'approve' ? 'filled' : 'default'}
              aria-label={`${words[act]} the change of ${label}`}
              onClick={() => setOpen(act)}
            >
              {words[act]}
            </Button>
            <Dialog change={change} opened={open === act} onClose={() => setOpen(null)} />
          </span>
        )
      })}
    </div>
  )
}

/** What waits for somebody else, before everything else. */
export function WaitingChanges({ rows }: { rows: readonly RuleRow[] }): ReactElement | null {
  const waiting = rows.flatMap((row) => (row.proposal ? [{ row, change: row.proposal }] : []))
  if (waiting.length === 0) return null
  return (
    <section className={classes.waiting} aria-labelledby="rules-waiting">
      <h2 id="rules-waiting">
        <IconHourglass size={16} stroke={1.8} aria-hidden />
        Waiting for approval
      </h2>
      <ul>
        {waiting.map(({ row, change }) => (
          <li key={change.changeId}>
            <div>
              <p className={classes.name}>{ruleOf(change.rule).label}</p>
              <p>
                <b>{ruleOf(change.rule).says(change.value)}</b>
                {` To hold ${fromWords(change)}.`}
              </p>
              <p className={classes.dim}>{`Now: ${ruleOf(change.rule).says(row.value)}`}</p>
              <p className={classes.dim}>
                {`${change.proposedBy.name}, `}
                <Moment at={change.proposedAt} />
                {`: ${change.reason}`}
              </p>
            </div>
            <Acts change={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Button } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { can, type Permission } from '../../../contract/permissions.ts'
import type { RuleChange } from '../../../contract/rules.ts'
import { staffIdOf, useRole, useSession } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useSending } from '../../ui/use-sending.ts'
import classes from './rules.module.css'

/** A proposal and what may be done with it; each act ends with what it changed in sight. */
export type Decision = {
  /** Behind the verb: "the change of Scans a day". */
  thing: string
  /** What will hold once it is approved. */
  effect: string
  proposedBy: RuleChange['proposedBy']
  /** Where it is no rule of the programme: what deciding needs. */
  permission?: Permission
  approve: (note: string) => Promise<void>
  reject: (note: string) => Promise<void>
  withdraw: () => Promise<void>
}
type DialogProps = { decision: Decision; opened: boolean; onClose: () => void }

function ApproveDialog({ decision, ...dialog }: DialogProps): ReactElement {
  return (
    <ConfirmDialog
      title={`Approve ${decision.thing}`}
      what={decision.effect}
      submit="Approve"
      optional
      onConfirm={decision.approve}
      {...dialog}
    />
  )
}

function RejectDialog({ decision, ...dialog }: DialogProps): ReactElement {
  return (
    <ConfirmDialog
      title={`Reject ${decision.thing}`}
      what={`Everything stays as it is. ${decision.proposedBy.name} is told.`}
      submit="Reject"
      danger
      onConfirm={decision.reject}
      {...dialog}
    />
  )
}

function WithdrawDialog({ decision, ...dialog }: DialogProps): ReactElement {
  const { busy, error, send } = useSending(decision.withdraw)
  return (
    <DialogForm
      title={`Withdraw ${decision.thing}`}
      what="Everything stays as it is; the history keeps that you proposed it."
      submit="Withdraw"
      danger
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      {...dialog}
    >
      {null}
    </DialogForm>
  )
}

const ACTS = {
  approve: { word: 'Approve', Dialog: ApproveDialog },
  reject: { word: 'Reject', Dialog: RejectDialog },
  withdraw: { word: 'Withdraw', Dialog: WithdrawDialog },
}

/** Whoever proposed it may withdraw it; whoever else may, approves or rejects it. */
export function DecideActs({ decision }: { decision: Decision }): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const [open, setOpen] = useState<keyof typeof ACTS | null>(null)
  const mine = session !== null && staffIdOf(session) === decision.proposedBy.staffId
  const needed = decision.permission ?? (mine ? 'programme.edit' : 'programme.approve')
  if (!can(role, needed)) return null
  const acts = mine ? (['withdraw'] as const) : (['approve', 'reject'] as const)
  return (
    <div className={classes.acts}>
      {mine && <small>Somebody else approves it.</small>}
      {acts.map((act) => {
        const { word, Dialog } = ACTS[act]
        return (
          <span key={act}>
            <Button
              size="xs"
              variant={act === 'approve' ? 'filled' : 'default'}
              aria-label={`${word} ${decision.thing}`}
              onClick={() => setOpen(act)}
            >
              {word}
            </Button>
            <Dialog decision={decision} opened={open === act} onClose={() => setOpen(null)} />
          </span>
        )
      })}
    </div>
  )
}

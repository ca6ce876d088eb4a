import { Button } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { can, type Permission } from '../../contract/permissions.ts'
import { staffIdOf, useRole, useSession } from '../lib/session.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogForm } from './dialog-form.tsx'
import { useSending } from './use-sending.ts'
import classes from './waiting.module.css'

/** A proposal and what may be done with it; each act ends with what it changed in sight. */
export type Decision = {
  /** Behind the verb: "the change of Scans a day". */
  thing: string
  /** What will hold once it is approved. */
  effect: string
  proposedBy: { staffId: number; name: string }
  /** Why this person may not approve it, where the server says so: then they may only reject it. */
  whyNot?: string | null
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

const BOTH = ['approve', 'reject'] as const
const PROGRAMME = { propose: 'programme.edit', decide: 'programme.approve' } as const

/** Whoever proposed it may withdraw it; whoever else may, approves or rejects it. */
export function DecideActs({
  decision,
  permissions = PROGRAMME,
}: {
  decision: Decision
  permissions?: { propose: Permission; decide: Permission }
}): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const [open, setOpen] = useState<keyof typeof ACTS | null>(null)
  const mine = session !== null && staffIdOf(session) === decision.proposedBy.staffId
  if (!can(role, mine ? permissions.propose : permissions.decide)) return null
  const { whyNot } = decision
  const acts = mine ? (['withdraw'] as const) : whyNot ? (['reject'] as const) : BOTH
  return (
    <div className={classes.acts}>
      {mine ? <small>Somebody else approves it.</small> : whyNot && <small>{whyNot}</small>}
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

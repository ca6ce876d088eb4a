import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  askProvider,
  paymentReceipt,
  type PaymentAttempt,
  type PaymentStory,
} from '../../../../contract/money/payments.ts'
import { can, type Permission } from '../../../../contract/permissions.ts'
import type { Role } from '../../../../contract/roles.ts'
import { call, download } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { AskDetailsDialog } from './ask-details-dialog.tsx'
import { ApproveDialog, DeclineDialog, GiveUpDialog } from './decide-dialogs.tsx'
import type { ActProps } from './act-props.ts'
import type { Payable } from './payable.ts'
import { keepStory, refreshPayments } from './payment-queries.ts'
import { stageInWords } from '../../../../contract/money/payment-words.ts'
import classes from './payment-story.module.css'
import { ReinitiateDialog } from './reinitiate-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const payablesOf = new WeakMap<PaymentStory, readonly Payable[]>()
/** The redemption of a story as one to be paid: the same list each time it is asked for. */
function payableOf(story: PaymentStory): readonly Payable[] {
  const { kind } = story
  const known = payablesOf.get(story) ?? (kind === 'gift' ? [] : [{ ...story, kind }])
  payablesOf.set(story, known)
  return known
}

type Act = {
  key: string
  label: string
  main?: boolean
  permission: Permission
  isOpen: (story: PaymentStory, newest: PaymentAttempt | undefined) => boolean
  Dialog: (props: ActProps) => ReactElement
}

const ACTS: readonly Act[] = [
  {
    key: 'send',
    label: 'Send the payment',
    main: true,
    permission: 'payment.send',
    isOpen: ({ redemptionState }, newest) => redemptionState === 'approved' && !newest,
    Dialog: ({ story, opened, onClose }) => (
      <SendDialog rows={payableOf(story)} opened={opened} onDone={onClose} onClose={onClose} />
    ),
  },
  {
    key: 'approve',
    label: 'Approve',
    main: true,
    permission: 'payment.reinitiate',
    isOpen: (_, newest) => newest?.state === 'proposed' && newest.mayDecide,
    Dialog: ApproveDialog,
  },
  {
    key: 'decline',
    label: 'Decline',
    permission: 'payment.reinitiate',
    isOpen: (_, newest) => newest?.state === 'proposed' && newest.mayDecide,
    Dialog: DeclineDialog,
  },
  {
    key: 'settle',
    label: 'Settle by the statement',
    permission: 'payment.settle',
    isOpen: (_, newest) => mayBeSettled(newest),
    Dialog: SettleDialog,
  },
  {
    key: 'reinitiate',
    label: 'Re-initiate',
    main: true,
    permission: 'payment.reinitiate',
    isOpen: (_, newest) => newest?.mayReinitiate === true,
    Dialog: ({ story, opened, onClose }) => (
      <ReinitiateDialog
        rows={payableOf(story)}
        opened={opened}
        onDone={onClose}
        onClose={onClose}
      />
    ),
  },
  {
    key: 'ask details',
    label: 'Ask for new details',
    main: true,
    permission: 'payment.reinitiate',
    isOpen: (_, newest) => newest?.mayAskDetails === true,
    Dialog: AskDetailsDialog,
  },
  {
    key: 'give up',
    label: 'Give up',
    permission: 'payment.reinitiate',
    // What was proposed is declined first.
    isOpen: ({ mayGiveUp }, newest) => mayGiveUp && newest?.state !== 'proposed',
    Dialog: GiveUpDialog,
  },
]

/** What nobody knows, or what a finding is about, is settled by the bank statement. */
const mayBeSettled = (newest: PaymentAttempt | undefined): boolean =>
  newest?.state === 'unknown' || (newest?.state === 'processing' && newest.alerts > 0)

/** A bank file is answered by a file; a provider can be asked. */
const mayAsk = (role: Role | null, newest: PaymentAttempt | undefined): boolean =>
  can(role, 'payment.ask') &&
  newest?.provider === 'razorpayx' &&
  (newest.state === 'processing' || newest.state === 'unknown')

function AskButton({ paymentId }: { paymentId: string }): ReactElement {
  const client = useQueryClient()
  const { busy, error, send } = useSending(async () => {
    try {
      const story = await call(askProvider, { params: { paymentId } })
      keepStory(client, story)
      const [newest] = story.attempts
      if (newest) notifyDone(`${newest.number}: ${stageInWords(newest)}.`)
    } catch (failure) {
      void refreshPayments(client)
      throw failure
    }
  })
  return (
    <>
      <Button size="xs" loading={busy} onClick={() => void send()}>
        Ask the provider now
      </Button>
      {error !== null && <FailureAlert error={error} />}
    </>
  )
}

function ReceiptButton({ paymentId, number }: { paymentId: string; number: string }): ReactElement {
  const { busy, error, send } = useSending(async () => {
    await download(paymentReceipt, { params: { paymentId } }, `receipt-${number}.pdf`)
  })
  return (
    <>
      <Button size="xs" variant="default" loading={busy} onClick={() => void send()}>
        Receipt (PDF)
      </Button>
      {error !== null && <FailureAlert error={error} title="The receipt did not come" />}
    </>
  )
}

/** What may be done about the money of a redemption, by those who may. */
export function PaymentActs({
  story,
  onDialog,
}: {
  story: PaymentStory
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const [open, setOpen] = useState<string | null>(null)
  const [newest] = story.attempts
  const acts = ACTS.filter(
    ({ key, permission, isOpen }) =>
      key === open || (can(role, permission) && isOpen(story, newest)),
  )
  const turn = (key: string | null): void => {
    setOpen(key)
    onDialog(key !== null)
  }
  const paymentId = newest?.paymentId ?? null
  const asks = paymentId !== null && mayAsk(role, newest)
  const receipt = paymentId !== null && newest?.state === 'processed'
  if (acts.length === 0 && !asks && !receipt) return null
  return (
    <div className={classes.acts}>
      {asks && <AskButton paymentId={paymentId} />}
      {acts.map(({ key, label, main, Dialog }) => (
        <span key={key}>
          <Button size="xs" variant={main ? 'filled' : 'default'} onClick={() => turn(key)}>
            {label}
          </Button>
          <Dialog story={story} opened={open === key} onClose={() => turn(null)} />
        </span>
      ))}
      {receipt && <ReceiptButton paymentId={paymentId} number={newest?.number ?? paymentId} />}
    </div>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  approveNotification,
  rejectNotification,
} from '../../../../contract/desk/notification-approval.ts'
import {
  deleteNotification,
  resumeNotification,
  stopNotification,
  unscheduleNotification,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { keepMessage, listAnew } from './message-queries.ts'
import { SendDialog } from './send-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { useWhom } from './use-whom.ts'

export type MessageDialog =
  | 'send'
  | 'test'
  | 'approve'
  | 'reject'
  | 'stop'
  | 'resume'
  | 'unschedule'
  | 'delete'

/** Who does not have it yet, as the end of a sentence: "12 members and 30 by SMS or push". */
function leftInWords({ counts }: NotificationDetail): string {
  const inbox = Math.max(0, (counts.audience ?? 0) - counts.reached)
  const { waiting } = counts.webhook
  const parts = [
    inbox > 0 && formatAmount(inbox, 'member'),
    waiting > 0 && `${formatAmount(waiting, 'message')} by SMS or push`,
  ]
  return parts.filter(Boolean).join(' and ') || 'nobody else'
}

function DeleteDialog({
  message,
  opened,
  onDone,
  onClose,
}: {
  message: NotificationDetail
  opened: boolean
  onDone: () => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const { notificationId, title } = message
  const { busy, error, send } = useSending(async () => {
    const { message: words } = await call(deleteNotification, { params: { notificationId } })
    notifyDone(words)
    onDone()
    listAnew(client)
  })
  return (
    <DialogForm
      opened={opened}
      title="Delete this draft"
      what={`“${title}” was never sent to anybody. Its words and its audience are gone then.`}
      submit="Delete the draft"
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

function UnscheduleDialog({
  message,
  opened,
  onDone,
  onClose,
}: {
  message: NotificationDetail
  opened: boolean
  onDone: (message: NotificationDetail) => void
  onClose: () => void
}): ReactElement {
  const { notificationId, title } = message
  const { busy, error, send } = useSending(async () => {
    onDone(await call(unscheduleNotification, { params: { notificationId } }))
    notifyDone(`“${title}” is a draft again.`)
  })
  return (
    <DialogForm
      opened={opened}
      title="Take the plan back"
      what={`Nobody has “${title}” yet. It is a draft again, and goes out only when somebody sends it again.`}
      submit="Take it back"
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

type StepProps = {
  message: NotificationDetail
  opened: boolean
  onDone: (message: NotificationDetail) => void
  onClose: () => void
}

/** The texts stand in the drawer behind it; here is what else the second person answers for. */
function ApproveDialog({ message, onDone, ...way }: StepProps): ReactElement {
  const { notificationId, version, title, links, sendAt } = message
  const { sentence } = useWhom(message, way.opened)
  const leads = links.length > 0 ? `It leads to ${links.join(', ')}.` : 'It has no link.'
  const when = sendAt === null ? 'It begins at once.' : `It begins ${formatMoment(sendAt)}.`
  return (
    <ConfirmDialog
      {...way}
      title={`Approve “${title}”`}
      what={`${sentence} ${leads} ${when}`}
      submit="Approve the sending"
      optional
      onConfirm={async (note) => {
        const body = { version, ...(note && { note }) }
        onDone(await call(approveNotification, { params: { notificationId }, body }))
        notifyDone(`“${title}” is approved.`)
      }}
    />
  )
}

function RejectDialog({ message, onDone, ...way }: StepProps): ReactElement {
  const { notificationId, title } = message
  return (
    <ConfirmDialog
      {...way}
      title={`Reject “${title}”`}
      what="Nobody gets it. It is a draft again, and whoever asked for it is told why."
      submit="Reject the sending"
      danger
      onConfirm={async (note) => {
        onDone(await call(rejectNotification, { params: { notificationId }, body: { note } }))
        notifyDone(`“${title}” is rejected.`)
      }}
    />
  )
}

function StopDialog({ message, onDone, ...way }: StepProps): ReactElement {
  const params = { notificationId: message.notificationId }
  return (
    <ConfirmDialog
      {...way}
      title={`Stop “${message.title}”`}
      what={`Whoever has it keeps it. What is still to go, to ${leftInWords(message)}, waits until it is resumed.`}
      submit="Stop the sending"
      danger
      onConfirm={async (reason) =>
        onDone(await call(stopNotification, { params, body: { reason } }))
      }
    />
  )
}

function ResumeDialog({ message, onDone, ...way }: StepProps): ReactElement {
  const params = { notificationId: message.notificationId }
  return (
    <ConfirmDialog
      {...way}
      title={`Resume “${message.title}”`}
      what={`It goes on where it stopped, to ${leftInWords(message)}. Nobody gets it twice.`}
      submit="Resume the sending"
      onConfirm={async (reason) =>
        onDone(await call(resumeNotification, { params, body: { reason } }))
      }
    />
  )
}

/** What stands before each act on a message; `shown` is the one that is open. */
export function MessageDialogs({
  message,
  shown,
  onGone,
  onClose,
}: {
  message: NotificationDetail
  shown: MessageDialog | null
  /** The draft is deleted. */
  onGone: () => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const onDone = (changed: NotificationDetail): void => {
    keepMessage(client, changed)
    onClose()
  }
  const of = (name: MessageDialog) => ({ message, opened: shown === name, onClose })
  return (
    <>
      <TestDialog {...of('test')} />
      <SendDialog {...of('send')} onSent={onClose} />
      <ApproveDialog {...of('approve')} onDone={onDone} />
      <RejectDialog {...of('reject')} onDone={onDone} />
      <StopDialog {...of('stop')} onDone={onDone} />
      <ResumeDialog {...of('resume')} onDone={onDone} />
      <UnscheduleDialog {...of('unschedule')} onDone={onDone} />
      <DeleteDialog {...of('delete')} onDone={onGone} />
    </>
  )
}

import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  NOTIFICATION_MACHINE,
  saveNotification,
  type NotificationDetail,
  type NotificationStep,
} from '../../../../contract/desk/notifications.ts'
import { can, type Permission } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { channelsOptions } from './channels.ts'
import { MessageDialogs, type MessageDialog } from './message-dialogs.tsx'
import { contentOf, draftOf } from './message-draft.ts'
import { keepMessage, listAnew } from './message-queries.ts'
import classes from './messages.module.css'

type Props = {
  message: NotificationDetail
  onDialog: (opened: boolean) => void
  onEdit: (notificationId: number) => void
  /** Nothing is left to be shown. */
  onGone: () => void
}

const isDraft = ({ state }: NotificationDetail): boolean => state === 'draft'
const from =
  (step: NotificationStep) =>
  ({ state }: NotificationDetail): boolean =>
    NOTIFICATION_MACHINE[step].from.includes(state)

type Act = {
  name: MessageDialog
  label: string
  isOpen: (message: NotificationDetail) => boolean
  /** Beside writing and sending. */
  permission?: Permission
  /** Of what most come for; it stands first. */
  button?: { variant: string; color?: string }
}
/** What people do with a message, from the same machine that the server decides by. */
const ACTS: readonly Act[] = [
  { name: 'send', label: 'Send …', isOpen: isDraft, button: { variant: 'filled' } },
  {
    name: 'approve',
    label: 'Approve',
    isOpen: from('approve'),
    permission: 'notification.approve',
    button: { variant: 'filled' },
  },
  {
    name: 'reject',
    label: 'Reject',
    isOpen: from('reject'),
    permission: 'notification.approve',
    button: { variant: 'default' },
  },
  { name: 'test', label: 'Send a test', isOpen: isDraft },
  {
    name: 'stop',
    label: 'Stop the sending',
    isOpen: from('stop'),
    button: { variant: 'filled', color: 'red' },
  },
  { name: 'resume', label: 'Resume', isOpen: from('resume'), button: { variant: 'filled' } },
  { name: 'unschedule', label: 'Take the plan back', isOpen: from('unschedule') },
  { name: 'delete', label: 'Delete', isOpen: isDraft },
]

/** Copies a message into a draft of its own; pressed again after a lost answer it is the same one. */
function Duplicate({ message, onEdit }: Pick<Props, 'message' | 'onEdit'>): ReactElement {
  const client = useQueryClient()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, error, send } = useSending(async () => {
    const body = { ...contentOf(draftOf(message)), idempotencyKey }
    const copy = await call(saveNotification, { body })
    keepMessage(client, copy)
    listAnew(client)
    notifyDone(`“${copy.title}” is copied into a new draft.`)
    onEdit(copy.notificationId)
  })
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconCopy size={16} stroke={1.8} aria-hidden />}
        onClick={() => void send()}
      >
        Duplicate
      </Button>
      {error !== null && <FailureAlert error={error} title="It was not copied" />}
    </>
  )
}

/** What may be done with a message where it stands, by those who may. */
export function MessageActs({ message, onDialog, onEdit, onGone }: Props): ReactElement | null {
  const role = useRole()
  const { data: channels } = useQuery(channelsOptions())
  const [dialog, setDialog] = useState<MessageDialog | null>(null)
  const session = useSession()
  const me = session && staffIdOf(session)
  const writes = can(role, 'notification.send')
  const isAuthor = me !== null && message.authorIds.includes(me)
  const turn = (to: MessageDialog | null): void => {
    setDialog(to)
    onDialog(to !== null)
  }
  const offered = ACTS.filter(
    ({ name, isOpen, permission = 'notification.send' }) =>
      isOpen(message) &&
      can(role, permission) &&
      (permission === 'notification.send' || !isAuthor) &&
      (name !== 'test' || channels?.includes('webhook')),
  )
  if (!writes && offered.length === 0) return null
  const buttonOf = ({ name, label, button }: Act): ReactElement => (
    <Button key={name} variant="default" {...button} onClick={() => turn(name)}>
      {label}
    </Button>
  )
  return (
    <div className={classes.acts}>
      {offered.filter(({ button }) => button).map(buttonOf)}
      {writes && isDraft(message) && (
        <Button variant="default" onClick={() => onEdit(message.notificationId)}>
          Edit
        </Button>
      )}
      {writes && <Duplicate message={message} onEdit={onEdit} />}
      {offered.filter(({ button }) => !button).map(buttonOf)}
      <MessageDialogs
        message={message}
        shown={dialog}
        onGone={() => {
          turn(null)
          onGone()
        }}
        onClose={() => turn(null)}
      />
    </div>
  )
}

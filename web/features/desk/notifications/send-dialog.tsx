import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  scheduleNotification,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { momentOfWall, wallOf } from '../../../lib/wall-time.ts'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { MomentField } from '../../../ui/moment-field.tsx'
import { RadioCards } from '../../programme/schemes/radio-cards.tsx'
import classes from './compose.module.css'
import { useQuietWords, useSecondWords } from './channels.ts'
import { keepMessage, listAnew } from './message-queries.ts'
import { useWhom } from './use-whom.ts'

type When = 'now' | 'later'
const WHEN = [
  { value: 'now', label: 'Now', about: 'It begins at once' },
  { value: 'later', label: 'At a time', about: 'By the clock in India (Asia/Kolkata)' },
] as const

const CLOCK_MS = 5000
const PAST = 'This time has passed. Choose a later one, or send it now.'

/** What is wrong with a time that is chosen; null when it is right. */
function problemOf(wall: string, now: number): string | null {
  const at = momentOfWall(wall)
  if (at === null) return 'Choose a day and a time.'
  return Date.parse(at) <= now ? PAST : null
}

function Words({ message }: { message: NotificationDetail }): ReactElement {
  return (
    <div className={classes.both}>
      {(['en', 'hi'] as const).map((language) => (
        <blockquote key={language} lang={language} className={classes.quote}>
          <b>{message[language].title}</b>
          <p>{message[language].body}</p>
        </blockquote>
      ))}
    </div>
  )
}

function doneWords({ title, state, sendAt, secondWhy }: NotificationDetail): string {
  if (state === 'proposed') return `“${title}” waits for a second person. ${secondWhy}`
  return sendAt !== null && Date.parse(sendAt) > Date.now()
    ? `“${title}” begins ${formatMoment(sendAt)}.`
    : `“${title}” is on its way.`
}

/** Sends a draft now or plans it, after saying to how many, in which words, and that it stands then. */
export function SendDialog({
  message,
  opened,
  onSent,
  onClose,
}: {
  message: NotificationDetail
  opened: boolean
  onSent: (message: NotificationDetail) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [when, setWhen] = useState<When>('now')
  const [wall, setWall] = useState('')
  const { notificationId, version } = message
  const { people, sentence } = useWhom(message, opened)
  const second = useSecondWords(message, people)
  const now = useNow(CLOCK_MS)
  const later = when === 'later'
  const quiet = useQuietWords(message, (later && Date.parse(momentOfWall(wall) ?? '')) || now)
  const problem = later ? problemOf(wall, now) : null
  const form = useDialogForm(
    scheduleNotification,
    { version, sendAt: later ? momentOfWall(wall) : null },
    problem === null ? {} : { sendAt: problem },
  )
  const submit = (): void =>
    void form.send(async (body) => {
      const sent = await call(scheduleNotification, { params: { notificationId }, body })
      keepMessage(client, sent)
      listAnew(client)
      notifyDone(doneWords(sent))
      onSent(sent)
    })
  const to = people === undefined ? '' : ` to ${formatAmount(people, 'member')}`
  const planned = `Plan it${to && ` for ${formatAmount(people ?? 0, 'member')}`}`
  const direct = later ? planned : `Send it now${to}`
  return (
    <DialogForm
      opened={opened}
      title={`Send “${message.title}”`}
      what={sentence}
      submit={second === null ? direct : 'Ask for approval'}
      size={560}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Words message={message} />
      <RadioCards legend="When" choices={WHEN} value={when} onChange={setWhen} />
      {later && (
        <MomentField
          label="Day and time in India"
          description="Whoever is in the audience at that moment gets it. Until then the plan can be taken back."
          min={wallOf(new Date(now))}
          value={wall}
          onChange={setWall}
          {...form.field('sendAt')}
        />
      )}
      {second !== null && <p className={classes.warn}>{second}</p>}
      {quiet !== null && <p className={classes.warn}>{quiet}</p>}
      <p className={classes.warn}>
        {people === 0
          ? 'Nobody is in this audience: it cannot be sent. Change the audience first.'
          : 'What was sent cannot be called back: it can only be stopped for those who do not have it yet.'}
      </p>
    </DialogForm>
  )
}

import { ActionIcon, Alert, Button, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react'
import type { NotificationDetail } from '../../../../contract/desk/notifications.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { channelsOptions } from './channels.ts'
import { ComposeFields } from './compose-fields.tsx'
import { Faults } from '../../../ui/edit/faults.tsx'
import { ClashNote, goToField, labelOf, RestoredNote } from './compose-notes.tsx'
import { PreviewAside } from './compose-preview.tsx'
import classes from './compose.module.css'
import { readKept } from './kept-drafts.ts'
import { problemsOf } from './message-draft.ts'
import { messageOptions } from './message-queries.ts'
import { SendDialog } from './send-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { useCompose, type Compose } from './use-compose.ts'

type Ways = {
  onMade: (notificationId: number) => void
  onSent: (notificationId: number) => void
  onClose: () => void
}

function Head({
  title,
  about,
  onClose,
}: {
  title: string
  about: string
  onClose: () => void
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className={classes.head}>
      <ActionIcon variant="default" size={36} aria-label="Back to the list" onClick={onClose}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <div>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <p role="status">{about}</p>
      </div>
    </header>
  )
}

function savedLine(compose: Compose, message: NotificationDetail | undefined): string {
  if (compose.dirty)
    return 'Not saved yet. What you type is kept in this window, also over a reload.'
  return message ? `Saved ${formatMoment(message.changedAt)}` : 'To members, in English and Hindi.'
}

/** The faults of the form: at a field once it was left or tried, and those of the server until changed. */
function useFaults(compose: Compose) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState(0)
  const own = problemsOf(compose.draft)
  const problems = { ...compose.refused, ...own }
  return {
    attempt,
    problems: attempt > 0 ? problems : {},
    errorOf: (path: string): string | undefined =>
      attempt > 0 || touched.has(path) ? problems[path] : compose.refused[path],
    touch: (path: string): void => setTouched((before) => new Set([...before, path])),
    /** Whether it can be saved; tells what is wrong otherwise. */
    check: (): boolean => {
      const right = Object.keys(own).length === 0
      setAttempt((before) => (right ? 0 : before + 1))
      return right
    },
  }
}

type Faulty = ReturnType<typeof useFaults>

/** What is to be said of the whole form. */
function Notes({
  compose,
  faults,
  message,
  fresh,
  onSaved,
}: {
  compose: Compose
  faults: Faulty
  message: NotificationDetail | undefined
  fresh: boolean
  onSaved: (saved: NotificationDetail) => void
}): ReactElement {
  return (
    <div className={classes.notes}>
      <RestoredNote compose={compose} fresh={fresh} />
      <ClashNote compose={compose} message={message} onSaved={onSaved} />
      <Faults
        problems={faults.problems}
        attempt={faults.attempt}
        labelOf={labelOf}
        onGo={goToField}
      />
      {compose.error !== null && (
        <FailureAlert
          error={compose.error}
          title="It was not saved"
          kept="What you typed is kept."
        />
      )}
    </div>
  )
}

function Foot({
  compose,
  onTest,
  onSend,
}: {
  compose: Compose
  onTest: () => void
  onSend: () => void
}): ReactElement {
  const { data: channels } = useQuery(channelsOptions())
  const blocked = compose.clash !== null || compose.busy
  const tests = channels?.includes('webhook') ?? false
  return (
    <div className={classes.foot}>
      {channels && !tests && (
        <p>A test needs a sender of SMS or push, which this installation does not have.</p>
      )}
      <Button type="submit" variant="default" loading={compose.busy} disabled={blocked}>
        Save draft
      </Button>
      <Button variant="default" disabled={blocked || !tests} onClick={onTest}>
        Send a test
      </Button>
      <Button disabled={blocked} onClick={onSend}>
        Send …
      </Button>
    </div>
  )
}

type FormProps = Ways & {
  edit: string
  message: NotificationDetail | undefined
  missing: unknown
}

function Form({ edit, message, missing, onMade, onSent, onClose }: FormProps): ReactElement {
  const compose = useCompose(edit, message, missing, onMade)
  const faults = useFaults(compose)
  const [dialog, setDialog] = useState<'test' | 'send' | null>(null)
  const about = useKept(message, dialog !== null)
  const said = ({ title }: NotificationDetail): void =>
    notifyDone(`“${title}” is saved as a draft.`)
  const whenSaved = (next: (saved: NotificationDetail) => void): void => {
    if (faults.check()) compose.save(next)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    whenSaved(said)
  }
  const dialogOf = (name: 'test' | 'send') => ({
    opened: dialog === name,
    onClose: () => setDialog(null),
  })
  const title = message ? `Edit “${message.title}”` : 'New message'
  return (
    <div className={classes.page}>
      <Head title={title} about={savedLine(compose, message)} onClose={onClose} />
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Message">
        <Notes
          compose={compose}
          faults={faults}
          message={message}
          fresh={edit === 'new'}
          onSaved={said}
        />
        <ComposeFields
          draft={compose.draft}
          set={compose.set}
          errorOf={faults.errorOf}
          touch={faults.touch}
        />
        <PreviewAside draft={compose.draft} />
        <Foot
          compose={compose}
          onTest={() => whenSaved(() => setDialog('test'))}
          onSend={() => whenSaved(() => setDialog('send'))}
        />
      </form>
      {about && <TestDialog message={about} {...dialogOf('test')} />}
      {about && (
        <SendDialog
          message={about}
          {...dialogOf('send')}
          onSent={({ notificationId }) => onSent(notificationId)}
        />
      )}
    </div>
  )
}

/** Writes a new message, or changes a draft; `edit` is "new" or the number of one. */
export function ComposePage({ edit, ...ways }: Ways & { edit: string }): ReactElement {
  const id = edit === 'new' ? undefined : edit
  const { data, error, isPending, refetch } = useQuery(messageOptions(id))
  const gone = error instanceof ApiError && error.status === 404
  const [waits] = useState(() => readKept(edit) !== undefined)
  if (id === undefined || data || (gone && waits)) {
    return <Form edit={edit} message={data} missing={gone ? error : null} {...ways} />
  }
  return (
    <div className={classes.page}>
      <Head
        title="Message"
        about={isPending ? 'One moment …' : 'It cannot be shown.'}
        onClose={ways.onClose}
      />
      {error && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
          {sentenceOf(error)}{' '}
          {!gone && (
            <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </Alert>
      )}
    </div>
  )
}

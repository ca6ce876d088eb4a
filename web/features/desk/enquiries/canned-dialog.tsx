import { Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { deleteCannedAnswer, type CannedAnswer } from '../../../../contract/desk/enquiries.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './canned-dialog.module.css'
import { CannedForm } from './canned-form.tsx'
import { cannedOptions } from './enquiry-queries.ts'
import { categoryName } from './enquiry-words.tsx'

/** Asks before it is gone, in the row's own place. */
function Removing({ answer, onDone }: { answer: CannedAnswer; onDone: () => void }): ReactElement {
  const client = useQueryClient()
  const { cannedId, title } = answer
  const { busy, error, send } = useSending(async () => {
    await call(deleteCannedAnswer, { params: { cannedId } })
    await client.invalidateQueries({ queryKey: cannedOptions().queryKey })
    notifyDone(`“${title}” is removed.`)
    onDone()
  })
  return (
    <div className={classes.removing} role="group" aria-label={`Remove ${title}`}>
      <Text>{`Remove “${title}” for everybody? Answers that were sent stay as they are.`}</Text>
      {error !== null && <FailureAlert error={error} />}
      <Group gap="xs" justify="flex-end">
        <Button
          size="xs"
          variant="default"
          ref={(element) => element?.focus()}
          disabled={busy}
          onClick={onDone}
        >
          Keep it
        </Button>
        <Button size="xs" color="red" loading={busy} onClick={() => void send()}>
          Remove
        </Button>
      </Group>
    </div>
  )
}

function Row({ answer, onChange }: { answer: CannedAnswer; onChange: () => void }): ReactElement {
  const [removing, setRemoving] = useState(false)
  const { title, category, en, hi, changedBy, changedAt } = answer
  return (
    <li>
      <div className={classes.head}>
        <b>{title}</b>
        <Tag tone="gray">{category ? categoryName(category) : 'Any'}</Tag>
        <span className={classes.acts}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Change ${title}`}
            onClick={onChange}
          >
            Change
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${title}`}
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        </span>
      </div>
      <p className={classes.words}>{en}</p>
      <p className={classes.words} lang="hi">
        {hi}
      </p>
      <small>
        {`Changed by ${changedBy}, `}
        <Moment at={changedAt} />
      </small>
      {removing && <Removing answer={answer} onDone={() => setRemoving(false)} />}
    </li>
  )
}

function Answers({
  onForm,
  onClose,
}: {
  onForm: (answer: CannedAnswer | 'new') => void
  onClose: () => void
}): ReactElement {
  const { data, error, refetch } = useQuery(cannedOptions())
  if (!data && error) {
    return (
      <>
        <FailureAlert error={error} />
        <Group>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Group>
      </>
    )
  }
  if (!data) return <Skeleton height={320} aria-label="Loading" />
  return (
    <>
      <Text c="dimmed">
        {data.answers.length > 0
          ? 'Whoever answers puts them in with one click, in the member’s language.'
          : 'There are none yet. Write down what you answer again and again, once in English and once in Hindi.'}
      </Text>
      {data.answers.length > 0 && (
        <ul className={classes.answers}>
          {data.answers.map((answer) => (
            <Row key={answer.cannedId} answer={answer} onChange={() => onForm(answer)} />
          ))}
        </ul>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          data-autofocus
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => onForm('new')}
        >
          Add an answer
        </Button>
      </Group>
    </>
  )
}

/** The answers that are given often: to read, add, change and remove. */
export function CannedDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactElement {
  const [form, setForm] = useState<CannedAnswer | 'new' | null>(null)
  const title =
    form === null
      ? 'Canned answers'
      : form === 'new'
        ? 'New canned answer'
        : `Change “${form.title}”`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={640}
      closeOnClickOutside={form === null}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        {form === null ? (
          <Answers onForm={setForm} onClose={onClose} />
        ) : (
          <CannedForm
            key={form === 'new' ? 'new' : form.cannedId}
            answer={form === 'new' ? null : form}
            onDone={() => setForm(null)}
          />
        )}
      </div>
    </Modal>
  )
}

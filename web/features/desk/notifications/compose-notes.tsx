import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { NotificationDetail } from '../../../../contract/desk/notifications.ts'
import { formatMoment } from '../../../lib/format.ts'
import { fieldId } from './compose-fields.tsx'
import { STATE_STYLES } from './message-words.tsx'
import type { Clash, Compose } from './use-compose.ts'

const LABELS: Record<string, string> = {
  'en.title': 'Title in English',
  'en.body': 'Message in English',
  'hi.title': 'Title in Hindi',
  'hi.body': 'Message in Hindi',
  mediaId: 'Picture',
  target: 'A tap leads to',
  audience: 'Audience',
  channels: 'Channels',
}
const partOf = (path: string): string => path.split('.')[0] ?? path
export const labelOf = (path: string): string => LABELS[path] ?? LABELS[partOf(path)] ?? path

/** To the field, or to the first one of its part. */
export function goToField(path: string): void {
  const exact = document.getElementById(fieldId(path))
  const part = document.getElementById(fieldId(partOf(path)))
  const inside = part?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const place = exact ?? inside ?? part
  place?.focus()
}

function clashWords(clash: Clash, message: NotificationDetail | undefined): string {
  if (clash === 'gone' || !message) {
    return 'Somebody deleted this draft. What you typed is kept here: save it as a new draft, or give it up.'
  }
  if (clash === 'settled') {
    return `It is no draft any more, its state is “${STATE_STYLES[message.state].label}”, so it cannot be changed. What you typed is kept here: save it as a new draft, or give it up.`
  }
  const { at, by } = message.events.at(-1) ?? { at: message.changedAt, by: null }
  const who = by ?? 'Somebody'
  return `${who} changed this draft in the meantime, last ${formatMoment(at)}; its title is now “${message.en.title}”. What you typed is kept here: save it over the other version, or take the other version and give yours up.`
}

/** Where nothing was typed that could be lost. */
const QUIETLY: Record<Clash, string> = {
  changed: 'Somebody changed this draft in the meantime.',
  settled: 'This is no draft any more: what it became stands in the list.',
  gone: 'Somebody deleted this draft.',
}

/** Two people wrote the same draft: says so, loses nothing, and lets this one decide. */
export function ClashNote({
  compose,
  message,
  onSaved,
}: {
  compose: Compose
  message: NotificationDetail | undefined
  onSaved: (saved: NotificationDetail) => void
}): ReactElement | null {
  const { clash, dirty, busy } = compose
  if (clash === null) return null
  const changed = clash === 'changed'
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={changed ? 'There is another version' : 'It cannot be saved in its place'}
    >
      {dirty ? clashWords(clash, message) : QUIETLY[clash]}
      {dirty && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            loading={busy}
            onClick={() => (changed ? compose.saveOver(onSaved) : compose.saveAsNew(onSaved))}
          >
            {changed ? 'Save mine over it' : 'Save it as a new draft'}
          </Button>
          <Button size="xs" variant="default" disabled={busy} onClick={compose.discard}>
            {changed ? 'Take the other version' : 'Give it up'}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

/** Says that text of before a reload or a visit elsewhere stands here again. */
export function RestoredNote({
  compose,
  fresh,
}: {
  compose: Compose
  fresh: boolean
}): ReactElement | null {
  if (!compose.restored || !compose.dirty || compose.clash !== null) return null
  return (
    <Alert color="blue" role="status" icon={<IconHistory size={18} />}>
      {'What you had typed and not saved is here again. '}
      <Button size="compact-xs" variant="subtle" onClick={compose.discard}>
        {fresh ? 'Begin with an empty one' : 'Back to the saved draft'}
      </Button>
    </Alert>
  )
}

import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import type { ReactElement } from 'react'
import { shownBodyOf, shownProblems, type ShownDraft } from '../lib/shown-draft.ts'
import { shownWords, stateAt } from '../lib/shown-time.ts'
import { useNow } from '../lib/use-now.ts'
import { EditPair } from './edit/edit-dialog.tsx'
import { MomentField } from './moment-field.tsx'
import classes from './shown-fields.module.css'

const MINUTE_MS = 60_000
const AFTER_SAVING = {
  live: 'Once saved, members see it at once.',
  planned: 'Once saved, it is planned.',
  ended: 'It has ended: members do not see it.',
  off: 'Switched off: members do not see it.',
}

/** When something is shown in the app, and what that comes to. */
export function ShownFields({
  draft,
  onDraft,
  field,
}: {
  draft: ShownDraft
  onDraft: (changes: Partial<ShownDraft>) => void
  field: (name: string) => { error: string | undefined; onBlur: () => void }
}): ReactElement {
  const now = useNow(MINUTE_MS)
  const time = shownBodyOf(draft)
  const whole = Object.keys(shownProblems(draft)).length === 0
  return (
    <>
      <EditPair>
        <MomentField
          label="From"
          description="The time in India"
          value={draft.from}
          onChange={(from) => onDraft({ from })}
          {...field('from')}
        />
        <MomentField
          label="Until (optional)"
          description="Left empty it has no end"
          value={draft.to}
          min={draft.from}
          onChange={(to) => onDraft({ to })}
          {...field('to')}
        />
      </EditPair>
      <Switch
        label="Switched on"
        checked={draft.on}
        onChange={(event) => onDraft({ on: event.currentTarget.checked })}
      />
      <p className={classes.outcome} role="status">
        {whole ? `${AFTER_SAVING[stateAt(time, now)]} ${shownWords(time, now)}.` : ''}
      </p>
    </>
  )
}

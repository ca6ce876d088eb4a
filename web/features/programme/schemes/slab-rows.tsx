import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, type ReactElement } from 'react'
import { fieldId, WholeNumber, type EditorProps } from './editor-parts.tsx'
import classes from './editor.module.css'
import type { SlabDraft } from './scheme-form.ts'
import { WarningNotes } from './warning-note.tsx'

const MOST = 10
const ADD = fieldId('slabs')

/** After a row came or went the focus is where the hand goes on. */
function useFocusNext() {
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    document.getElementById(next.current)?.focus()
    next.current = null
  })
  return (id: string): void => {
    next.current = id
  }
}

/** The slabs as rows: from which scan of a member on, and how many points for each. */
export function SlabRows(editor: EditorProps): ReactElement {
  const { form, warnings } = editor
  const { slabs } = form.draft
  const focusNext = useFocusNext()
  const change = (index: number, values: Partial<SlabDraft>): void =>
    form.set({ slabs: slabs.map((slab, at) => (at === index ? { ...slab, ...values } : slab)) })
  const add = (): void => {
    const key = Math.max(0, ...slabs.map(({ key }) => key)) + 1
    focusNext(fieldId(`slabs.${slabs.length}.from`))
    form.set({ slabs: [...slabs, { key, from: '', points: '' }] })
  }
  const remove = (index: number): void => {
    focusNext(index > 0 ? fieldId(`slabs.${index - 1}.from`) : ADD)
    form.set({ slabs: slabs.filter((_, at) => at !== index) })
  }
  const error = form.errorOf('slabs')
  return (
    <fieldset className={classes.slabs} aria-describedby={`${ADD}-notes`}>
      <legend>Slabs, each until the next begins</legend>
      {slabs.length > 0 && (
        <div className={classes.slabHead} aria-hidden>
          <span>From the member’s scan</span>
          <span>Points for each</span>
        </div>
      )}
      {slabs.map(({ key, from, points }, index) => (
        <div key={key} className={classes.slab} role="group" aria-label={`Slab ${index + 1}`}>
          <WholeNumber
            {...editor}
            path={`slabs.${index}.from`}
            label=""
            hiddenLabel={`Slab ${index + 1}: from scan`}
            value={from}
            onChange={(from) => change(index, { from })}
          />
          <WholeNumber
            {...editor}
            path={`slabs.${index}.points`}
            label=""
            hiddenLabel={`Slab ${index + 1}: points for each`}
            value={points}
            onChange={(points) => change(index, { points })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={`Remove slab ${index + 1}`}
            onClick={() => remove(index)}
          >
            <IconTrash size={17} stroke={1.8} />
          </ActionIcon>
        </div>
      ))}
      <div id={`${ADD}-notes`} className={classes.help}>
        {error && <span className={classes.wrong}>{error}</span>}
        <WarningNotes warnings={warnings} field="slabs" />
      </div>
      <div>
        <Button
          id={ADD}
          size="xs"
          variant="default"
          disabled={slabs.length >= MOST}
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={add}
        >
          Add a slab
        </Button>
      </div>
    </fieldset>
  )
}

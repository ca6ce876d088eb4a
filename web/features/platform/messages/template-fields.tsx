import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef, type ReactElement } from 'react'
import type { Language } from '../../../../contract/people/members.ts'
import type { Occasion } from '../../../../contract/platform/message-occasion.ts'
import type { Draft } from './template-draft.ts'
import classes from './templates.module.css'

type Field = { error: string | undefined; onBlur: () => void }
type Props = {
  occasion: Occasion
  language: Language
  draft: Draft
  set: (changed: Partial<Draft>) => void
  field: (name: string) => Field
}

/** The text, its subject and what the operators know it by. */
export function TemplateFields({ occasion, language, draft, set, field }: Props): ReactElement {
  const isMail = occasion.channel === 'email'
  return (
    <>
      {isMail && (
        <TextInput
          label="Subject"
          lang={language}
          value={draft.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
          {...field('subject')}
        />
      )}
      <BodyField occasion={occasion} language={language} draft={draft} set={set} field={field} />
      {!isMail && (
        <TextInput
          label="DLT template id (optional)"
          description="The operators let a text through that is registered word for word: after a change, register it and enter its new id."
          inputMode="numeric"
          autoComplete="off"
          value={draft.dltTemplate}
          onChange={(event) => set({ dltTemplate: event.currentTarget.value })}
          {...field('dltTemplate')}
        />
      )}
    </>
  )
}

function BodyField({ occasion, language, draft, set, field }: Props): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string): void => {
    const { selectionStart: from = draft.body.length, selectionEnd: to = from } = area.current ?? {}
    const variable = `{${name}}`
    set({ body: draft.body.slice(0, from) + variable + draft.body.slice(to) })
    area.current?.focus()
    requestAnimationFrame(() =>
      area.current?.setSelectionRange(from + variable.length, from + variable.length),
    )
  }
  return (
    <div className={classes.body}>
      <Textarea
        ref={area}
        label="Text"
        lang={language}
        autosize
        minRows={4}
        maxRows={14}
        data-autofocus
        value={draft.body}
        onChange={(event) => set({ body: event.currentTarget.value })}
        {...field('body')}
      />
      <div className={classes.variables} role="group" aria-label="Put in a variable">
        {Object.entries(occasion.variables).map(([name, { label, needed }]) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            title={needed ? `${label} (needed)` : label}
            onClick={() => insert(name)}
          >
            {`{${name}}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

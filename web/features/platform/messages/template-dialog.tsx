import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { needsTwoPeople, occasionOf } from '../../../../contract/platform/message-occasions.ts'
import {
  proposeTemplate,
  type TemplateRow,
} from '../../../../contract/platform/message-templates.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { draftOf, faultsOf, textOf, type Draft } from './template-draft.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { idOf, orRefresh, textName } from './template-queries.ts'
import classes from './templates.module.css'
import { TestSend } from './test-send.tsx'

export type Surroundings = { linkHosts: readonly string[]; programme: string }

/** Another text for an occasion in one language; closing keeps what was typed, and so does a failure. */
export function TemplateDialog({
  row,
  about: { linkHosts, programme },
  opened,
  onClose,
}: {
  row: TemplateRow
  about: Surroundings
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const { occasion: key, language } = row
  const occasion = occasionOf(key)
  const twoPeople = needsTwoPeople(key)
  const [draft, setDraft] = useDraftState(`message.${idOf(row)}`, () => draftOf(row))
  const set = (changed: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changed }))
  const text = textOf(occasion, draft)
  const faults = faultsOf(occasion, draft, linkHosts)
  const form = useDialogForm(proposeTemplate, { ...text, reason: draft.reason }, faults)
  const builtIn = occasion.texts[language] ?? occasion.texts.en
  const name = textName(row)
  const submit = (): void =>
    void form.send(async (body) => {
      const params = { occasion: key, language }
      await orRefresh(client, () => call(proposeTemplate, { params, body }))
      setDraft(draftOf({ ...row, ...text }))
      notifyDone(twoPeople ? `${name}: proposed. Somebody else approves it.` : `${name}: changed.`)
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Change “${name}”`}
      what={`${occasion.when}${twoPeople ? ' It carries a link or a code, so somebody else approves the text.' : ''}`}
      submit={twoPeople ? 'Propose the text' : 'Change the text'}
      size={640}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateFields
        occasion={occasion}
        language={language}
        draft={draft}
        set={set}
        field={form.field}
      />
      {(builtIn.body !== text.body || builtIn.subject !== text.subject) && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            className={classes.back}
            onClick={() => set({ subject: builtIn.subject ?? '', body: builtIn.body })}
          >
            Put the built-in text back
          </Button>
        </div>
      )}
      <TemplatePreview
        occasion={occasion}
        language={language}
        programme={programme}
        subject={text.subject}
        body={text.body}
      />
      <TestSend of={row} text={text} disabled={Object.keys(faults).length > 0} />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={draft.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}

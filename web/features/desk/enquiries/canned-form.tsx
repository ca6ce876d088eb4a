import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import { saveCannedAnswer, type CannedAnswer } from '../../../../contract/desk/enquiries.ts'
import { enquiryCategory, type EnquiryCategory } from '../../../../contract/desk/enquiry-states.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useDialogForm } from '../../../ui/dialog-form.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import classes from './canned-dialog.module.css'
import { cannedOptions } from './enquiry-queries.ts'
import { CATEGORY_CHOICES } from './enquiry-words.tsx'

type Draft = { title: string; category: EnquiryCategory | null; en: string; hi: string }

/** One canned answer, new or as it stands. */
export function CannedForm({
  answer,
  onDone,
}: {
  answer: CannedAnswer | null
  onDone: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(answer ?? { title: '', category: null, en: '', hi: '' })
  const { title, category, en, hi } = draft
  const values = { title, category, en, hi, cannedId: answer?.cannedId }
  const form = useDialogForm(saveCannedAnswer, values)
  const set = (changed: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changed }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void form.send(async (body) => {
      await call(saveCannedAnswer, { body })
      await client.invalidateQueries({ queryKey: cannedOptions().queryKey })
      notifyDone(`“${body.title}” is saved.`)
      onDone()
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Title"
        description="As whoever answers finds it; the member does not see it"
        ref={(element) => {
          if (element && document.activeElement === document.body) element.focus()
        }}
        data-autofocus
        value={title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        {...form.field('title')}
      />
      <NativeSelect
        label="For enquiries about"
        data={[{ value: '', label: 'Anything' }, ...CATEGORY_CHOICES]}
        value={category ?? ''}
        onChange={(event) =>
          set({ category: enquiryCategory.safeParse(event.currentTarget.value).data ?? null })
        }
        {...form.field('category')}
      />
      <Textarea
        label="English"
        description="{name} becomes the member’s name, {number} the enquiry’s number"
        autosize
        minRows={3}
        maxRows={8}
        value={en}
        onChange={(event) => set({ en: event.currentTarget.value })}
        {...form.field('en')}
      />
      <Textarea
        label="Hindi"
        lang="hi"
        autosize
        minRows={3}
        maxRows={8}
        value={hi}
        onChange={(event) => set({ hi: event.currentTarget.value })}
        {...form.field('hi')}
      />
      {form.failure !== null && (
        <FailureAlert error={form.failure} kept="What you typed is kept." />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={form.busy} onClick={onDone}>
          Back
        </Button>
        <Button type="submit" loading={form.busy}>
          Save
        </Button>
      </Group>
    </form>
  )
}

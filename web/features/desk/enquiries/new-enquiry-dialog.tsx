import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { openEnquiry, type EnquiryDetail } from '../../../../contract/desk/enquiries.ts'
import { enquiryCategory, type EnquiryCategory } from '../../../../contract/desk/enquiry-states.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { enquirySource } from './enquiries-list.tsx'
import { keepEnquiry } from './enquiry-queries.ts'
import { CATEGORY_CHOICES } from './enquiry-words.tsx'
import { MemberField, type FoundMember } from './member-field.tsx'

type Draft = { category: EnquiryCategory | null; subject: string; body: string }
const EMPTY: Draft = { category: null, subject: '', body: '' }

/**
 * Public to other features: writes down what a member asked by telephone or at the counter. Closing
 * keeps what was typed; so does a failure.
 */
export function NewEnquiryDialog({
  member: given,
  opened,
  onOpened,
  onClose,
}: {
  /** Where it is known whose it is. */
  member?: FoundMember
  opened: boolean
  onOpened: (enquiry: EnquiryDetail) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useDraftState('enquiry', () => EMPTY)
  // Apart from the words: who a member is does not outlive the page.
  const [found, setFound] = useState<FoundMember | null>(null)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { category, subject, body } = draft
  const member = given ?? found
  const form = useDialogForm(
    openEnquiry,
    {
      idempotencyKey: key,
      memberId: member?.memberId ?? 0,
      // Nothing chosen is what the schema refuses in its own words.
      category: category as EnquiryCategory,
      subject,
      body,
    },
    member ? {} : { memberId: 'Find the member first.' },
  )
  const set = (values: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...values }))
    setKey(crypto.randomUUID())
  }
  const submit = (): void =>
    void form.send(async (wanted) => {
      const enquiry = await call(openEnquiry, { body: wanted })
      keepEnquiry(client, enquiry)
      void client.invalidateQueries({ queryKey: [enquirySource.name] })
      setDraft(EMPTY)
      setFound(null)
      setKey(crypto.randomUUID())
      notifyDone(`${enquiry.number} is written down.`)
      onOpened(enquiry)
    })
  return (
    <DialogForm
      opened={opened}
      title="New enquiry"
      what="What a member asked by telephone or at the counter. It stands in the list at once, and the member sees it in the app."
      submit="Write it down"
      size={520}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {!given && (
        <MemberField
          found={found}
          error={form.field('memberId').error}
          onFound={(member) => {
            setFound(member)
            setKey(crypto.randomUUID())
          }}
        />
      )}
      <NativeSelect
        label="Category"
        data={[{ value: '', label: 'Choose what it is about' }, ...CATEGORY_CHOICES]}
        value={category ?? ''}
        data-autofocus={given ? true : undefined}
        onChange={(event) =>
          set({ category: enquiryCategory.safeParse(event.currentTarget.value).data ?? null })
        }
        {...form.field('category')}
      />
      <TextInput
        label="Subject"
        description="In a few words, as the list shows it"
        value={subject}
        onChange={(event) => set({ subject: event.currentTarget.value })}
        {...form.field('subject')}
      />
      <Textarea
        label="Message"
        description="What the member said; the member reads it too"
        autosize
        minRows={4}
        maxRows={10}
        value={body}
        onChange={(event) => set({ body: event.currentTarget.value })}
        {...form.field('body')}
      />
    </DialogForm>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { saveOffer, type Offer } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useDialogForm } from '../../../ui/dialog-form.tsx'
import { EditDialog, EditForm, useDirty, type EditTools } from '../../../ui/edit/edit-dialog.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { AppOffer } from './app-offer.tsx'
import { bodyOfDraft, draftOf, emptyDraft, problemsOf } from './offer-draft.ts'
import { OfferFields } from './offer-fields.tsx'
import { keepOffer, offerOptions } from './offer-queries.ts'
import { offerSource } from './offers-list.tsx'

type Leaving = { onDone: (offerId: number) => void; onClose: () => void }

function Form({
  offer,
  onDirty,
  onSaved,
  onDone,
  onClose,
}: EditTools & Leaving & { offer: Offer | undefined }): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft, fresh] = useDraftState(`offer.${offer?.offerId ?? 'new'}`, () =>
    offer ? draftOf(offer) : emptyDraft(new Date()),
  )
  useDirty(draft, onDirty, fresh)
  const form = useDialogForm(saveOffer, bodyOfDraft(draft, offer?.offerId), problemsOf(draft))
  const submit = (): void =>
    void form.send(async (body) => {
      const saved = await call(saveOffer, { body })
      keepOffer(client, saved)
      onSaved()
      notifyDone(`“${saved.title.en}” is saved.`)
      onDone(saved.offerId)
      await client.invalidateQueries({ queryKey: [offerSource.name] })
    })
  const { title, text, media } = draft
  const preview = (
    <AppOffer
      media={media}
      words={{
        en: { title: title.en, text: text.en },
        hi: { title: title.hi, text: text.hi },
      }}
    />
  )
  return (
    <EditForm
      submit={offer ? 'Save' : 'Add the offer'}
      busy={form.busy}
      failure={form.failure}
      aside={{ label: 'Preview', content: preview }}
      onSubmit={submit}
      onCancel={onClose}
    >
      <OfferFields
        draft={draft}
        onDraft={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        field={form.field}
      />
    </EditForm>
  )
}

/** Adds an offer, or changes one. `edit` is "new", an offer's number, or nothing. */
export function OfferEditor({
  edit,
  onDone,
  onClose,
}: Leaving & { edit: string | undefined }): ReactElement {
  const id = edit === 'new' ? undefined : edit
  const { data } = useQuery(offerOptions(id))
  const opened = edit === 'new' || (id !== undefined && data !== undefined)
  const shown = useKept(id === undefined ? undefined : data, opened)
  return (
    <EditDialog
      opened={opened}
      title={shown ? `Edit “${shown.title.en}”` : 'New offer'}
      onClose={onClose}
    >
      {(tools) => (
        <Form key={shown?.offerId} offer={shown} onDone={onDone} onClose={onClose} {...tools} />
      )}
    </EditDialog>
  )
}

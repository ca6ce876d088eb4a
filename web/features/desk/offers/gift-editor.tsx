import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { saveGiftItem, type GiftDetail } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useDialogForm } from '../../../ui/dialog-form.tsx'
import {
  EditDialog,
  EditForm,
  EditPair,
  useDirty,
  type EditTools,
} from '../../../ui/edit/edit-dialog.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { MediaPicker } from '../../platform/media/media-picker.tsx'
import { bodyOfDraft, draftOf, EMPTY_GIFT, type GiftDraft } from './gift-draft.ts'
import { giftOptions, keepGift } from './gift-queries.ts'

const WIDTH = 620

type FieldsProps = {
  draft: GiftDraft
  /** One that members may have asked for already. */
  exists: boolean
  onDraft: (changes: Partial<GiftDraft>) => void
  field: (name: string) => { error: string | undefined; onBlur: () => void }
}

/** The two prices: the member's and the programme's. */
function Prices({ draft, exists, onDraft, field }: FieldsProps): ReactElement {
  return (
    <EditPair>
      <NumberInput
        label="Points"
        description={
          exists
            ? 'Holds for whoever asks from now on; what was asked for keeps its price.'
            : 'What a member pays for it'
        }
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        inputMode="numeric"
        thousandSeparator=","
        thousandsGroupStyle="lakh"
        value={draft.points}
        onChange={(points) => onDraft({ points })}
        {...field('points')}
      />
      <TextInput
        label="Cost in rupees"
        description={
          exists
            ? 'Without GST: the benefit that is taxed. What was asked for keeps the cost it had.'
            : 'Without GST: the benefit that is taxed'
        }
        inputMode="decimal"
        autoComplete="off"
        leftSection="₹"
        value={draft.cost}
        onChange={(event) => onDraft({ cost: event.currentTarget.value })}
        {...field('valuePaise')}
      />
    </EditPair>
  )
}

function Fields(props: FieldsProps): ReactElement {
  const { draft, onDraft, field } = props
  return (
    <>
      <EditPair>
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onDraft({ name: event.currentTarget.value })}
          {...field('name')}
        />
        <TextInput
          label="Code"
          autoComplete="off"
          value={draft.code}
          onChange={(event) => onDraft({ code: event.currentTarget.value.toUpperCase() })}
          {...field('code')}
        />
      </EditPair>
      <Textarea
        label="Description (optional)"
        description="Members read it"
        autosize
        minRows={2}
        maxRows={6}
        value={draft.text}
        onChange={(event) => onDraft({ text: event.currentTarget.value })}
        {...field('text')}
      />
      <Prices {...props} />
      <MediaPicker
        label="Photo (optional)"
        kinds={['image']}
        value={draft.media}
        error={field('mediaId').error}
        onChange={(media) => onDraft({ media })}
      />
      <Switch
        label="Offered to members"
        description="Switched off nobody can ask for it; what is promised is still handed over."
        checked={draft.active}
        onChange={(event) => onDraft({ active: event.currentTarget.checked })}
      />
    </>
  )
}

type Leaving = { onDone: (giftId: number) => void; onClose: () => void }

function Form({
  gift,
  onDirty,
  onSaved,
  onDone,
  onClose,
}: EditTools & Leaving & { gift: GiftDetail | undefined }): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft, fresh] = useDraftState(`gift.${gift?.giftId ?? 'new'}`, () =>
    gift ? draftOf(gift) : EMPTY_GIFT,
  )
  useDirty(draft, onDirty, fresh)
  const form = useDialogForm(saveGiftItem, bodyOfDraft(draft, gift?.giftId))
  const submit = (): void =>
    void form.send(async (body) => {
      const saved = await call(saveGiftItem, { body })
      keepGift(client, saved)
      onSaved()
      notifyDone(
        gift ? `“${saved.name}” is saved.` : `“${saved.name}” is added, without stock for now.`,
      )
      onDone(saved.giftId)
    })
  return (
    <EditForm
      submit={gift ? 'Save' : 'Add the gift'}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Fields
        draft={draft}
        exists={gift !== undefined}
        onDraft={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        field={form.field}
      />
    </EditForm>
  )
}

/** Adds a gift, or changes one. `edit` is "new", a gift's number, or nothing. */
export function GiftEditor({
  edit,
  onDone,
  onClose,
}: Leaving & { edit: string | undefined }): ReactElement {
  const id = edit === 'new' ? undefined : edit
  const { data } = useQuery(giftOptions(id))
  const opened = edit === 'new' || (id !== undefined && data !== undefined)
  const shown = useKept(id === undefined ? undefined : data, opened)
  return (
    <EditDialog
      opened={opened}
      title={shown ? `Edit “${shown.name}”` : 'New gift'}
      size={WIDTH}
      onClose={onClose}
    >
      {(tools) => (
        <Form key={shown?.giftId} gift={shown} onDone={onDone} onClose={onClose} {...tools} />
      )}
    </EditDialog>
  )
}

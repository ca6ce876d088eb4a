import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { saveBanner, type Banner } from '../../../../contract/desk/banners.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { useDialogForm } from '../../../ui/dialog-form.tsx'
import { EditDialog, EditForm, useDirty, type EditTools } from '../../../ui/edit/edit-dialog.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { AppBanners } from './app-banners.tsx'
import { bodyOfDraft, draftOf, emptyDraft, problemsOf } from './banner-draft.ts'
import { BannerFields } from './banner-fields.tsx'
import { keepBanners } from './banner-queries.ts'
import { slidesWith, UNSAVED } from './slides.ts'

const MINUTE_MS = 60_000

function Form({
  banner,
  banners,
  onDirty,
  onSaved,
  onClose,
}: EditTools & {
  banner: Banner | undefined
  banners: readonly Banner[]
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const now = useNow(MINUTE_MS)
  const bannerId = banner?.bannerId
  const [draft, setDraft, fresh] = useDraftState(`banner.${bannerId ?? 'new'}`, () =>
    banner ? draftOf(banner) : emptyDraft(new Date()),
  )
  useDirty(draft, onDirty, fresh)
  const form = useDialogForm(saveBanner, bodyOfDraft(draft, bannerId), problemsOf(draft))
  const submit = (): void =>
    void form.send(async (body) => {
      keepBanners(client, await call(saveBanner, { body }))
      onSaved()
      notifyDone(`“${body.title}” is saved.`)
      onClose()
    })
  const preview = (
    <AppBanners
      label="The app with this banner"
      slides={slidesWith(banners, { bannerId, draft }, now)}
      first={bannerId ?? UNSAVED}
      none=""
    />
  )
  return (
    <EditForm
      submit={banner ? 'Save' : 'Add the banner'}
      busy={form.busy}
      failure={form.failure}
      aside={{ label: 'Preview', content: preview }}
      onSubmit={submit}
      onCancel={onClose}
    >
      <BannerFields
        draft={draft}
        onDraft={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        field={form.field}
      />
    </EditForm>
  )
}

/** Adds a banner at the end, or changes one. `edit` is "new", a banner's number, or nothing. */
export function BannerEditor({
  edit,
  banners,
  onClose,
}: {
  edit: string | undefined
  banners: readonly Banner[]
  onClose: () => void
}): ReactElement {
  const banner = banners.find(({ bannerId }) => String(bannerId) === edit)
  const opened = edit === 'new' || banner !== undefined
  const shown = useKept(banner, opened)
  return (
    <EditDialog
      opened={opened}
      title={shown ? `Edit “${shown.title}”` : 'New banner'}
      onClose={onClose}
    >
      {(tools) => (
        <Form key={shown?.bannerId} banner={shown} banners={banners} onClose={onClose} {...tools} />
      )}
    </EditDialog>
  )
}

import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { EditPart } from '../../../ui/edit/edit-dialog.tsx'
import { ShownFields } from '../../../ui/shown-fields.tsx'
import { AudienceBuilder } from '../../people/audience/audience-builder.tsx'
import { TargetField } from '../../people/audience/target-field.tsx'
import { MediaPicker } from '../../platform/media/media-picker.tsx'
import type { BannerDraft } from './banner-draft.ts'

type Field = (name: string) => { error: string | undefined; onBlur: () => void }

/** A target is one field here and has its own fields in what is sent. */
const TARGET = ['target', 'target.to', 'target.page', 'target.offerId', 'target.address']

/** All that a banner is made of. */
export function BannerFields({
  draft,
  onDraft,
  field,
}: {
  draft: BannerDraft
  onDraft: (changes: Partial<BannerDraft>) => void
  field: Field
}): ReactElement {
  const targets = TARGET.map(field)
  const wrongTarget = targets.find(({ error }) => error !== undefined)?.error
  return (
    <>
      <TextInput
        label="Title"
        description="For staff; members do not see it"
        data-autofocus
        autoComplete="off"
        value={draft.title}
        onChange={(event) => onDraft({ title: event.currentTarget.value })}
        {...field('title')}
      />
      <MediaPicker
        label="Picture or video"
        kinds={['image', 'video']}
        value={draft.media}
        error={field('mediaId').error}
        onChange={(media) => onDraft({ media })}
      />
      <TextInput
        label="What the picture says"
        description="Read out to members who cannot see it"
        autoComplete="off"
        value={draft.words}
        onChange={(event) => onDraft({ words: event.currentTarget.value })}
        {...field('words')}
      />
      <EditPart title="When">
        <ShownFields draft={draft} onDraft={onDraft} field={field} />
      </EditPart>
      <EditPart title="Where it leads">
        <div onBlur={() => targets.forEach(({ onBlur }) => onBlur())}>
          <TargetField
            value={draft.target}
            onChange={(target) => onDraft({ target })}
            {...(wrongTarget !== undefined && { error: wrongTarget })}
          />
        </div>
      </EditPart>
      <EditPart title="Audience">
        <AudienceBuilder value={draft.audience} onChange={(audience) => onDraft({ audience })} />
      </EditPart>
    </>
  )
}

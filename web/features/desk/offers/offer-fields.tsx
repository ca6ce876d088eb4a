import { Textarea, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { LANGUAGES, type Language } from '../../../../contract/people/members.ts'
import { EditPair, EditPart } from '../../../ui/edit/edit-dialog.tsx'
import { ShownFields } from '../../../ui/shown-fields.tsx'
import { AudienceBuilder } from '../../people/audience/audience-builder.tsx'
import { MediaPicker } from '../../platform/media/media-picker.tsx'
import type { OfferDraft } from './offer-draft.ts'

const IN: Record<Language, string> = { en: 'in English', hi: 'in Hindi' }

/** All that an offer is made of, its words in both languages side by side. */
export function OfferFields({
  draft,
  onDraft,
  field,
}: {
  draft: OfferDraft
  onDraft: (changes: Partial<OfferDraft>) => void
  field: (name: string) => { error: string | undefined; onBlur: () => void }
}): ReactElement {
  return (
    <>
      <EditPair>
        {LANGUAGES.map((one) => (
          <TextInput
            key={one}
            label={`Title ${IN[one]}`}
            lang={one}
            autoComplete="off"
            data-autofocus={one === 'en' || undefined}
            value={draft.title[one]}
            onChange={(event) =>
              onDraft({ title: { ...draft.title, [one]: event.currentTarget.value } })
            }
            {...field(`title.${one}`)}
          />
        ))}
        {LANGUAGES.map((one) => (
          <Textarea
            key={one}
            label={`Text ${IN[one]} (optional)`}
            lang={one}
            autosize
            minRows={3}
            maxRows={10}
            value={draft.text[one]}
            onChange={(event) =>
              onDraft({ text: { ...draft.text, [one]: event.currentTarget.value } })
            }
            {...field(`text.${one}`)}
          />
        ))}
      </EditPair>
      <MediaPicker
        label="Picture or catalogue"
        description="A document is shown page by page"
        kinds={['image', 'document']}
        value={draft.media}
        error={field('mediaId').error}
        onChange={(media) => onDraft({ media })}
      />
      <EditPart title="When">
        <ShownFields draft={draft} onDraft={onDraft} field={field} />
      </EditPart>
      <EditPart title="Audience">
        <AudienceBuilder value={draft.audience} onChange={(audience) => onDraft({ audience })} />
      </EditPart>
    </>
  )
}

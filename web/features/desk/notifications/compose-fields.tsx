import { Checkbox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactElement, type ReactNode } from 'react'
import type { Language } from '../../../../contract/people/members.ts'
import { AudienceBuilder } from '../../people/audience/audience-builder.tsx'
import { TargetField } from '../../people/audience/target-field.tsx'
import { MediaPicker } from '../../platform/media/media-picker.tsx'
import { channelsOptions } from './channels.ts'
import classes from './compose.module.css'
import { LONGEST, type Draft, type Words } from './message-draft.ts'

/** How a field is found again: by the summary of what is wrong. */
export const fieldId = (path: string): string => `message-${path}`

export type FieldProps = {
  draft: Draft
  set: (values: Partial<Draft>) => void
  errorOf: (path: string) => string | undefined
  touch: (path: string) => void
}

const LANGUAGES: readonly { language: Language; label: string }[] = [
  { language: 'en', label: 'English' },
  { language: 'hi', label: 'Hindi' },
]

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** How much of the room is used; told in words where there is too much. */
function Room({ text, longest }: { text: string; longest: number }): ReactElement {
  const { length } = text.trim()
  return <span data-over={length > longest || undefined}>{`${length} of ${longest}`}</span>
}

function LanguageFields({
  language,
  label,
  draft,
  set,
  errorOf,
  touch,
}: FieldProps & { language: Language; label: string }): ReactElement {
  const words = draft[language]
  const field = (name: keyof Words) => ({
    id: fieldId(`${language}.${name}`),
    lang: language,
    autoComplete: 'off',
    description: <Room text={words[name]} longest={LONGEST[name]} />,
    descriptionProps: { className: classes.room },
    inputWrapperOrder: [
      'label' as const,
      'input' as const,
      'description' as const,
      'error' as const,
    ],
    value: words[name],
    error: errorOf(`${language}.${name}`),
    onBlur: () => touch(`${language}.${name}`),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set({ [language]: { ...words, [name]: value } }),
  })
  return (
    <div className={classes.language}>
      <TextInput label={`Title in ${label}`} {...field('title')} />
      <Textarea
        label={`Message in ${label}`}
        autosize
        minRows={4}
        maxRows={10}
        {...field('body')}
      />
    </div>
  )
}

const NO_WEBHOOK =
  'This installation hands messages to nobody who sends SMS or push; members find them in the app.'

function Channels({ draft, set, errorOf }: FieldProps): ReactElement {
  const { data: channels } = useQuery(channelsOptions())
  const has = channels?.includes('webhook') ?? false
  return (
    <div className={classes.channels} role="group" aria-label="Channels">
      <Checkbox
        label="The app’s inbox"
        description="Always: each member finds it there in the language of the app"
        checked
        disabled
        readOnly
      />
      <Checkbox
        id={fieldId('channels')}
        label="SMS or push as well"
        description={
          channels && !has ? NO_WEBHOOK : 'Handed one by one to whoever sends SMS or push'
        }
        // What is ticked can be taken back where it is not there any more.
        disabled={!has && !draft.webhook}
        checked={draft.webhook}
        error={errorOf('channels')}
        onChange={(event) => set({ webhook: event.currentTarget.checked })}
      />
    </div>
  )
}

/** All that a message is made of: the words, what stands by them, whom it is for and how it goes. */
export function ComposeFields(props: FieldProps): ReactElement {
  const { draft, set, errorOf } = props
  return (
    <div className={classes.fields}>
      <Part title="Words">
        <div className={classes.two}>
          {LANGUAGES.map((one) => (
            <LanguageFields key={one.language} {...one} {...props} />
          ))}
        </div>
      </Part>
      <Part title="Picture and link">
        <div className={classes.two}>
          <MediaPicker
            label="Picture (optional)"
            kinds={['image']}
            value={draft.media}
            error={errorOf('mediaId')}
            onChange={(media) => set({ media })}
          />
          <div id={fieldId('target')} tabIndex={-1}>
            <TargetField
              value={draft.target}
              error={errorOf('target.offerId') ?? errorOf('target.address') ?? errorOf('target')}
              onChange={(target) => set({ target })}
            />
          </div>
        </div>
      </Part>
      <Part title="Audience">
        <div id={fieldId('audience')} tabIndex={-1}>
          <AudienceBuilder value={draft.audience} onChange={(audience) => set({ audience })} />
        </div>
      </Part>
      <Part title="Channels">
        <Channels {...props} />
      </Part>
    </div>
  )
}

import { MultiSelect, NativeSelect, NumberInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { audience, type Audience } from '../../../../contract/people/audience.ts'
import { STATES } from '../../../../contract/india.ts'
import { KYC_STATES } from '../../../../contract/people/kyc-states.ts'
import { LANGUAGE_NAMES, LANGUAGES, MEMBER_KINDS } from '../../../../contract/people/members.ts'
import { formatWord } from '../../../lib/format.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'
import { distributorChoices } from '../catalogue/distributor-choices.ts'
import { STATE_STYLES } from '../kyc/kyc-words.tsx'
import { AudienceCount } from './audience-count.tsx'
import classes from './audience.module.css'

type Choice = { value: string; label: string }
type ListName = Exclude<keyof Audience, 'activity'>

const CHOICES: Record<Exclude<ListName, 'distributorIds'>, Choice[]> = {
  kinds: MEMBER_KINDS.map((value) => ({ value, label: formatWord(value) })),
  states: STATES.map(({ id, name }) => ({ value: String(id), label: name })),
  kycStates: KYC_STATES.map((value) => ({ value, label: STATE_STYLES[value].label })),
  languages: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
}
const LISTS: readonly { name: ListName; label: string }[] = [
  { name: 'kinds', label: 'Member types' },
  { name: 'states', label: 'States' },
  { name: 'distributorIds', label: 'Distributors' },
  { name: 'kycStates', label: 'KYC' },
  { name: 'languages', label: 'Language' },
]

const ACTIVITIES = [
  { value: '', label: 'Any' },
  { value: 'within', label: 'Scanned within' },
  { value: 'not_within', label: 'Not scanned within' },
]
const USUAL_DAYS = 30
/** As many of one list as an audience takes. */
const MOST = 200
const DAYS = audience.shape.activity

/** Any number of choices, found by typing; none chosen means any. */
function Choices({
  label,
  choices,
  selected,
  disabled,
  onChange,
}: {
  label: string
  choices: Choice[] | undefined
  selected: readonly string[]
  disabled: boolean
  onChange: (selected: string[]) => void
}): ReactElement {
  return (
    <MultiSelect
      label={label}
      disabled={disabled}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      hidePickedOptions
      clearSearchOnChange
      maxDropdownHeight={240}
      nothingFoundMessage={choices ? 'Nothing is called that.' : 'One moment …'}
      maxValues={MOST}
      placeholder={selected.length === 0 ? 'Any' : undefined}
      classNames={{ inputField: classes.pillField ?? '' }}
      data={choices ?? []}
      value={[...selected]}
      onChange={onChange}
    />
  )
}

function Activity({
  value,
  disabled,
  onChange,
}: {
  value: Audience['activity']
  disabled: boolean
  onChange: (activity: Audience['activity']) => void
}): ReactElement {
  const read = DAYS.safeParse(value)
  const choose = (scanned: string): void =>
    onChange(
      scanned === 'within' || scanned === 'not_within'
        ? { scanned, days: value?.days ?? USUAL_DAYS }
        : null,
    )
  return (
    <div className={classes.activity}>
      <NativeSelect
        label="Activity"
        disabled={disabled}
        data={ACTIVITIES}
        value={value?.scanned ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {value && (
        <NumberInput
          label="Days"
          disabled={disabled}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          inputMode="numeric"
          suffix={value.days === 1 ? ' day' : ' days'}
          value={Number.isFinite(value.days) ? value.days : ''}
          error={read.error?.issues[0]?.message}
          onChange={(days) => onChange({ ...value, days: days === '' ? Number.NaN : Number(days) })}
        />
      )}
    </div>
  )
}

/** Whom something is for: every list narrows, none of them chosen is everybody. Counts as it is built. */
export function AudienceBuilder({
  value,
  onChange,
  disabled = false,
}: {
  value: Audience
  onChange: (value: Audience) => void
  disabled?: boolean
}): ReactElement {
  const { data } = useQuery(catalogueOptions())
  const distributors = distributorChoices(data?.distributors, value.distributorIds)
  const set = (name: ListName, selected: string[]): void =>
    onChange({ ...value, [name]: audience.shape[name].parse(selected) })
  return (
    <div className={classes.builder}>
      <div className={classes.fields}>
        {LISTS.map(({ name, label }) => (
          <Choices
            key={name}
            label={label}
            choices={name === 'distributorIds' ? distributors : CHOICES[name]}
            selected={value[name].map(String)}
            disabled={disabled}
            onChange={(selected) => set(name, selected)}
          />
        ))}
        <Activity
          value={value.activity}
          disabled={disabled}
          onChange={(activity) => onChange({ ...value, activity })}
        />
      </div>
      <AudienceCount value={value} />
    </div>
  )
}

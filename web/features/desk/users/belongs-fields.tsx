import { Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import type { BelongsDraft } from './member-draft.ts'
import type { FieldState } from './member-fields.tsx'
import classes from './member-fields.module.css'

const CHOICES = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'distributor', label: 'A distributor' },
  { value: 'retailer', label: 'A retailer' },
] as const

/** To whom a member belongs: a retailer only to a distributor. */
export function BelongsFields({
  draft,
  kind,
  onDraft,
  field,
}: {
  draft: BelongsDraft
  kind: MemberKind
  onDraft: (draft: BelongsDraft) => void
  field: (name: string) => FieldState
}): ReactElement {
  const { data } = useQuery(catalogueOptions())
  const choices = CHOICES.filter(({ value }) => value !== 'retailer' || kind !== 'retailer')
  const firms = (data?.distributors ?? [])
    .filter(({ left, code }) => !left || code === draft.distributorCode)
    .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  return (
    <div className={classes.belongs}>
      <Radio.Group
        label="Belongs to"
        value={draft.to}
        onChange={(value) => {
          const to = CHOICES.find((one) => one.value === value)?.value
          if (to) onDraft({ ...draft, to })
        }}
      >
        <Group
          gap="md"
          mt={4}
          // The error of the field that is left would move the choice from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      {draft.to === 'distributor' && (
        <NativeSelect
          label="Distributor"
          data={[{ value: '', label: 'Choose a distributor' }, ...firms]}
          value={draft.distributorCode}
          onChange={(event) => onDraft({ ...draft, distributorCode: event.currentTarget.value })}
          {...field('distributorCode')}
        />
      )}
      {draft.to === 'retailer' && (
        <TextInput
          label="Member code of the retailer"
          description="As on the page of the retailer, such as HIL900001"
          autoComplete="off"
          value={draft.retailerCode}
          onChange={(event) => onDraft({ ...draft, retailerCode: event.currentTarget.value })}
          {...field('retailerCode')}
        />
      )}
    </div>
  )
}

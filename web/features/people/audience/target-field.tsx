import { NativeSelect, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { APP_PAGES, type AppPage, type Target } from '../../../../contract/people/audience.ts'
import { offerChoiceOptions, offerNameOptions } from './audience-queries.ts'
import classes from './audience.module.css'

const PAUSE_MS = 250

const KINDS: Record<Target['to'], { label: string; start: Target }> = {
  nothing: { label: 'Nowhere', start: { to: 'nothing' } },
  page: { label: 'A page of the app', start: { to: 'page', page: 'scan' } },
  // No offer is chosen yet: no number, which the schema refuses.
  offer: { label: 'An offer', start: { to: 'offer', offerId: Number.NaN } },
  web: { label: 'A web address', start: { to: 'web', address: '' } },
}
const isKind = (text: string): text is Target['to'] => text in KINDS
const isPage = (text: string): text is AppPage => text in APP_PAGES

function OfferSelect({
  offerId,
  error,
  onChange,
}: {
  offerId: number
  error: string | undefined
  onChange: (offerId: number) => void
}): ReactElement {
  const [search, setSearch] = useState('')
  const selected = Number.isInteger(offerId) && offerId > 0 ? offerId : undefined
  const { data: one, isError } = useQuery(offerNameOptions(selected))
  const name = one?.title.en ?? (isError ? `Offer ${offerId}` : '')
  // What stands in the field after a choice is no search.
  const [q] = useDebouncedValue(search === name ? '' : search.trim(), PAUSE_MS)
  const found = useQuery(offerChoiceOptions(q))
  const offers = found.data?.items.map((offer) => ({
    value: String(offer.offerId),
    label: offer.title.en,
  }))
  const listed = offers?.some(({ value }) => value === String(selected))
  const own = selected && !listed && name !== '' ? [{ value: String(selected), label: name }] : []
  return (
    <Select
      label="Offer"
      placeholder="Choose an offer"
      searchable
      openOnFocus={false}
      maxDropdownHeight={240}
      filter={({ options }) => options}
      nothingFoundMessage={offers ? 'No offer is called that.' : 'One moment …'}
      data={[...own, ...(offers ?? [])]}
      searchValue={search}
      onSearchChange={setSearch}
      value={selected ? String(selected) : null}
      allowDeselect={false}
      error={error && (selected ? error : 'Choose an offer.')}
      onChange={(value) => onChange(value === null ? Number.NaN : Number(value))}
    />
  )
}

/** Where a tap leads in the member's app. `error` is told at the field that it can be mended at. */
export function TargetField({
  value,
  onChange,
  error,
}: {
  value: Target
  onChange: (value: Target) => void
  error?: string
}): ReactElement {
  const choose = (kind: string): void => {
    if (isKind(kind)) onChange(KINDS[kind].start)
  }
  return (
    <div className={classes.target}>
      <div className={classes.fields}>
        <NativeSelect
          label="A tap leads to"
          data={Object.entries(KINDS).map(([kind, { label }]) => ({ value: kind, label }))}
          value={value.to}
          error={value.to === 'nothing' ? error : undefined}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {value.to === 'page' && (
          <NativeSelect
            label="Page"
            data={Object.entries(APP_PAGES).map(([page, label]) => ({ value: page, label }))}
            value={value.page}
            error={error}
            onChange={({ currentTarget: { value: page } }) => {
              if (isPage(page)) onChange({ to: 'page', page })
            }}
          />
        )}
        {value.to === 'offer' && (
          <OfferSelect
            offerId={value.offerId}
            error={error}
            onChange={(offerId) => onChange({ to: 'offer', offerId })}
          />
        )}
        {value.to === 'web' && (
          <TextInput
            label="Web address"
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            value={value.address}
            error={error}
            onChange={(event) => onChange({ to: 'web', address: event.currentTarget.value })}
          />
        )}
      </div>
    </div>
  )
}

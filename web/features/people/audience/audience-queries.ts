import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { audience, type Audience } from '../../../../contract/people/audience.ts'
import { audienceWords } from '../../../../contract/people/audience-words.ts'
import { countAudience } from '../../../../contract/desk/notifications.ts'
import { getOffer, listOffers } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'
import { catalogueOptions } from '../catalogue/catalogue.ts'

const PAUSE_MS = 400
const FRESH_MS = 30_000
/** Offers that are shown to choose from; more are found by typing. */
const OFFERS = 25

/** How many members an audience has; undefined is one that cannot be read, and is not asked of. */
export const countOptions = (selected: Audience | undefined) =>
  queryOptions({
    queryKey: ['audience-count', selected ?? null],
    queryFn: ({ signal }) =>
      call(countAudience, { body: { audience: selected ?? audience.parse({}) }, signal }),
    enabled: selected !== undefined,
    staleTime: FRESH_MS,
  })

/**
 * The count of an audience while it is put together, asked once the changes pause. An answer belongs to
 * the audience that it was asked of, so one that comes late never stands for another.
 */
export function useAudienceCount(value: Audience) {
  const [settled] = useDebouncedValue(value, PAUSE_MS)
  const selected = useMemo(() => audience.safeParse(settled).data, [settled])
  const count = useQuery(countOptions(selected))
  const readable = audience.safeParse(value).success
  const ahead = JSON.stringify(value) !== JSON.stringify(settled)
  return {
    count: readable ? count.data : undefined,
    readable,
    counting: readable && !count.isError && (ahead || count.isPending),
    failed: readable && !ahead && count.isError,
    again: () => void count.refetch(),
  }
}

/** An audience in words; a distributor is its number until the catalogue is here. */
export function useAudienceWords(): (selected: Audience) => string {
  const { data } = useQuery(catalogueOptions())
  return useMemo(() => {
    const names = new Map(
      data?.distributors.map(({ distributorId, name }) => [distributorId, name]),
    )
    const distributor = (id: number): string => names.get(id) ?? `distributor ${id}`
    return (selected) => audienceWords(selected, { distributor })
  }, [data])
}

export const offerChoiceOptions = (q: string) =>
  queryOptions({
    queryKey: ['offers', 'choices', q],
    queryFn: ({ signal }) =>
      call(listOffers, { query: { q: q === '' ? undefined : q, limit: OFFERS }, signal }),
    placeholderData: keepPreviousData,
  })

export const offerNameOptions = (offerId: number | undefined) =>
  queryOptions({
    queryKey: ['offers', 'name', offerId],
    queryFn: ({ signal }) => call(getOffer, { params: { offerId: offerId ?? 0 }, signal }),
    enabled: offerId !== undefined,
  })

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { lastPlaceOf, lookUpPincode, parcelAddress } from '../../../../contract/people/addresses.ts'
import { call } from '../../../lib/api.ts'
import { digitsOf, isWhole } from './address-draft.ts'

/** City and state of a PIN code, once all six digits are there. */
export const pincodeOptions = (text: string) =>
  queryOptions({
    queryKey: ['pincode', digitsOf(text)],
    queryFn: ({ signal }) => call(lookUpPincode, { params: { pincode: digitsOf(text) }, signal }),
    enabled: isWhole(text),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Where a gift goes in full, for who dispatches it. */
export const parcelAddressOptions = (redemptionId: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['parcel', 'address', redemptionId],
    queryFn: ({ signal }) => call(parcelAddress, { params: { redemptionId }, signal }),
    enabled,
    staleTime: 0,
  })

/** Where the last gift of a member went: city, state and PIN code. */
export const lastPlaceOptions = (memberId: number, enabled: boolean) =>
  queryOptions({
    queryKey: ['member', memberId, 'last-address'],
    queryFn: ({ signal }) => call(lastPlaceOf, { params: { memberId }, signal }),
    enabled,
  })

/** Everything that shows where a gift goes is read again. */
export function refreshAddresses(client: QueryClient): Promise<unknown> {
  const keys = ['parcels', 'parcel', 'redemptions', 'member']
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getGiftItem, listGiftItems, type GiftDetail } from '../../../../contract/desk/offers.ts'
import { call } from '../../../lib/api.ts'

export const giftsOptions = () =>
  queryOptions({
    queryKey: ['gifts'],
    queryFn: ({ signal }) => call(listGiftItems, { signal }),
  })

export const giftOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['gifts', 'one', id],
    queryFn: ({ signal }) => call(getGiftItem, { params: { giftId: Number(id) }, signal }),
    enabled: id !== undefined,
  })

/** Puts what was done to a gift wherever it is shown, and asks for the list again, which is by name. */
export function keepGift(client: QueryClient, gift: GiftDetail): void {
  client.setQueryData(giftOptions(String(gift.giftId)).queryKey, gift)
  client.setQueryData(
    giftsOptions().queryKey,
    (known) =>
      known && {
        gifts: known.gifts.map((one) => (one.giftId === gift.giftId ? gift : one)),
      },
  )
  void client.invalidateQueries({ queryKey: giftsOptions().queryKey, exact: true })
}

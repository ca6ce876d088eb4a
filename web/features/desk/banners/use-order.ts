import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { orderBanners, type Banner } from '../../../../contract/desk/banners.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyFailed } from '../../../lib/notify.tsx'
import { bannersOptions, keepBanners, type BannerList } from './banner-queries.ts'
import { inOrder, movedTo } from './order.ts'

/**
 * The order of the banners, changed in sight at once and saved behind: one save at a time, the
 * latest order last. What the server refuses is undone in sight, with the reason; an order that
 * somebody else changed meanwhile is shown instead.
 */
export function useOrder({ banners, order }: BannerList) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<number[] | null>(null)
  /** How often an order was undone, and which banner had been moved. */
  const [undone, setUndone] = useState({ times: 0, moved: 0 })
  const next = useRef<number[] | null>(null)
  const last = useRef(0)
  const saving = useRef(false)
  const shown = wanted ? inOrder(banners, wanted, ({ bannerId }) => bannerId) : banners

  const giveUp = async (failure: unknown): Promise<void> => {
    next.current = null
    const changed = failure instanceof ApiError && failure.status === 409
    // The order in sight is the server's before it is said to be.
    if (changed) await client.refetchQueries(bannersOptions())
    setWanted(null)
    setUndone(({ times }) => ({ times: times + 1, moved: last.current }))
    notifyFailed(
      changed ? 'The order was changed meanwhile: this is the new one' : 'The order is as it was',
      failure,
    )
  }
  const save = async (): Promise<void> => {
    if (saving.current) return
    saving.current = true
    try {
      while (next.current) {
        const bannerIds = next.current
        next.current = null
        const known = client.getQueryData(bannersOptions().queryKey)?.order ?? order
        keepBanners(client, await call(orderBanners, { body: { order: known, bannerIds } }))
      }
    } catch (failure) {
      await giveUp(failure)
    } finally {
      saving.current = false
      setWanted(null)
    }
  }
  /** Puts a banner at a place, from 0. */
  const move = ({ bannerId }: Pick<Banner, 'bannerId'>, place: number): void => {
    const ids = shown.map((one) => one.bannerId)
    const moved = movedTo(ids, bannerId, place)
    if (moved.join() === ids.join()) return
    setWanted(moved)
    next.current = moved
    last.current = bannerId
    void save()
  }
  return { shown, move, undone }
}

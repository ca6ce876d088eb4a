import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { deleteBanner, saveBanner, type Banner } from '../../../../contract/desk/banners.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone, notifyFailed } from '../../../lib/notify.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { bodyOf, keepBanners, type BannerList } from './banner-queries.ts'
import { EditableRow, ReadRow, type RowActs } from './banner-row.tsx'
import classes from './banners.module.css'
import { DragOrder } from './drag-order.tsx'
import { useOrder } from './use-order.ts'

function useSwitch() {
  const client = useQueryClient()
  const [switching, setSwitching] = useState<number | null>(null)
  const turn = async (banner: Banner, on: boolean): Promise<void> => {
    setSwitching(banner.bannerId)
    try {
      keepBanners(client, await call(saveBanner, { body: bodyOf(banner, { on }) }))
      notifyDone(`“${banner.title}” is switched ${on ? 'on' : 'off'}.`, { briefly: true })
    } catch (failure) {
      notifyFailed(`“${banner.title}” stayed switched ${on ? 'off' : 'on'}`, failure)
    } finally {
      setSwitching(null)
    }
  }
  return { switching, turn: (banner: Banner, on: boolean): void => void turn(banner, on) }
}

function useDelete() {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Banner | null>(null)
  const act = async (): Promise<void> => {
    if (!asked) return
    const { bannerId, title } = asked
    keepBanners(client, await call(deleteBanner, { params: { bannerId } }))
    setAsked(null)
    notifyDone(`“${title}” is deleted.`)
  }
  const dialog = (
    <DeleteDialog
      name={asked?.title ?? null}
      what="Members stop seeing it, and its words and its time are lost. The picture stays in the gallery. To hide it for a while, switch it off instead."
      onDelete={act}
      onClose={() => setAsked(null)}
    />
  )
  return { ask: setAsked, dialog }
}

/**
 * Dragging moves the rows themselves, before React hears of it. When an order is undone they are made
 * again with all that drags them (a drop that still runs would move the new rows), so that what is in
 * sight is what stands; the focus stays with the one that was moved.
 */
function useMadeAnew({ times, moved }: { times: number; moved: number }) {
  const rows = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (times === 0 || document.activeElement !== document.body) return
    rows.current?.querySelector<HTMLElement>(`[data-handle="${moved}"]`)?.focus()
  }, [times, moved])
  return { key: times, ref: rows }
}

/** The banners in their order, which is changed by dragging or by the menu, and saved at once. */
export function EditableBanners({
  list,
  now,
  onEdit,
}: {
  list: BannerList
  now: number
  onEdit: (banner: Banner) => void
}): ReactElement {
  const { shown, move, undone } = useOrder(list)
  const { key, ref } = useMadeAnew(undone)
  const { switching, turn } = useSwitch()
  const { ask, dialog } = useDelete()
  const [said, setSaid] = useState('')
  const onMove = (banner: Banner, place: number): void => {
    move(banner, place)
    setSaid(`“${banner.title}” is at place ${place + 1} of ${shown.length}.`)
  }
  const acts: RowActs = { onEdit, onMove, onSwitch: turn, onDelete: ask, switching }
  const drop = (bannerId: number, place: number): void => move({ bannerId }, place)
  return (
    <>
      <DragOrder key={key} onMove={drop}>
        <ol ref={ref} className={classes.list} aria-label="Banners">
          {shown.map((banner, place) => (
            <EditableRow
              key={banner.bannerId}
              banner={banner}
              place={place}
              count={shown.length}
              now={now}
              acts={acts}
            />
          ))}
        </ol>
      </DragOrder>
      <span role="status" className={classes.said}>
        {said}
      </span>
      {dialog}
    </>
  )
}

/** The same for who only reads. */
export function ReadBanners({ list, now }: { list: BannerList; now: number }): ReactElement {
  return (
    <ol className={classes.list} aria-label="Banners">
      {list.banners.map((banner, place) => (
        <ReadRow key={banner.bannerId} banner={banner} place={place} now={now} />
      ))}
    </ol>
  )
}

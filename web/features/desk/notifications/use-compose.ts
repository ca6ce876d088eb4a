import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  saveNotification,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { useSending } from '../../../ui/use-sending.ts'
import { keyFor, readKept, writeKept, type Kept } from './kept-drafts.ts'
import { contentOf, draftOf, emptyDraft, isSame, type Draft } from './message-draft.ts'
import { keepMessage, listAnew, messageOptions } from './message-queries.ts'

const NEW = 'new'

function begun(message: NotificationDetail | undefined): Kept {
  return {
    draft: message ? draftOf(message) : emptyDraft(),
    version: message?.version ?? null,
    key: crypto.randomUUID(),
    sent: '',
  }
}

/** A draft on the server, as it was read. */
type Stored = { id: number; version: number }
/** All that a saving says, to tell one from another. */
const requestOf = (draft: Draft, stored: Stored | null): string =>
  JSON.stringify([contentOf(draft), stored])

/** Versions only grow: what was read before one's own saving is no other version. */
const isNewer = (message: NotificationDetail, version: number | null): boolean =>
  message.version > (version ?? 0)

/** Why a draft cannot be saved in its place: another version came first, or it is no draft any more. */
export type Clash = 'changed' | 'settled' | 'gone'

function clashOf(
  message: NotificationDetail | undefined,
  version: number | null,
  failure: unknown,
): Clash | null {
  if (failure instanceof ApiError && failure.status === 404 && version !== null) return 'gone'
  if (!message) return null
  if (message.state !== 'draft') return 'settled'
  return isNewer(message, version) ? 'changed' : null
}

/**
 * A message while it is written: `edit` is "new" or the number of a draft, `message` what the server
 * has of it. What is not saved is kept in this window.
 */
export function useCompose(
  edit: string,
  message: NotificationDetail | undefined,
  missing: unknown,
  onMade: (notificationId: number) => void,
) {
  const client = useQueryClient()
  const [restored] = useState(() => readKept(edit))
  const [written, setWritten] = useState<Kept>(() => restored ?? begun(message))
  const [saved, setSaved] = useState<Draft>(() => begun(message).draft)
  const dirty = !isSame(written.draft, saved)
  const place = useRef(edit)
  useEffect(() => {
    // What was new goes on under its number; nothing stays behind.
    if (place.current !== edit) writeKept(place.current, null)
    place.current = edit
    writeKept(edit, dirty ? written : null)
  }, [edit, dirty, written])
  const began = (from: NotificationDetail | undefined): void => {
    setSaved(begun(from).draft)
    setWritten(begun(from))
  }
  if (message && isNewer(message, written.version) && !dirty) began(message)

  const { busy, error, send } = useSending(
    async (stored: Stored | null, after: (saved: NotificationDetail) => void) => {
      const { draft } = written
      const content = contentOf(draft)
      const keyed = keyFor(written, requestOf(draft, stored))
      setWritten((before) => ({ ...before, ...keyed }))
      const body = {
        ...content,
        idempotencyKey: keyed.key,
        ...(stored && { notificationId: stored.id, version: stored.version }),
      }
      const made = await call(saveNotification, { body }).catch(async (failure: unknown) => {
        // What the other side has now is shown beside what was typed here.
        await client.refetchQueries({ queryKey: messageOptions(edit).queryKey })
        throw failure
      })
      const fresh = begun(made)
      setSaved(fresh.draft)
      setWritten((before) => (before.draft === draft ? fresh : { ...fresh, draft: before.draft }))
      keepMessage(client, made)
      listAnew(client)
      if (stored === null) {
        writeKept(edit, null)
        onMade(made.notificationId)
      }
      after(made)
    },
  )
  const { version } = written
  const id = edit === NEW ? null : Number(edit)
  const stored = id === null || version === null ? null : { id, version }
  const clash = clashOf(message, version, error ?? missing)
  // What the server refused holds until something is changed.
  const same = written.sent === requestOf(written.draft, stored)
  return {
    draft: written.draft,
    dirty,
    busy,
    error: clash === null ? error : null,
    refused: error instanceof ApiError && same ? error.fields : {},
    clash: dirty || clash !== 'changed' ? clash : null,
    /** Unsaved text of before a reload or a visit elsewhere. */
    restored: restored !== undefined,
    set: (values: Partial<Draft>): void =>
      setWritten((before) => ({ ...before, draft: { ...before.draft, ...values } })),
    /** Gives up what is not saved. */
    discard: (): void => began(message),
    /** Saves what is not saved and goes on with the draft as the server has it. */
    save: (after: (saved: NotificationDetail) => void): void => {
      if (!dirty && message) after(message)
      else void send(stored, after)
    },
    saveOver: (after: (saved: NotificationDetail) => void): void => {
      if (message) void send({ id: message.notificationId, version: message.version }, after)
    },
    saveAsNew: (after: (saved: NotificationDetail) => void): void => void send(null, after),
  }
}
export type Compose = ReturnType<typeof useCompose>

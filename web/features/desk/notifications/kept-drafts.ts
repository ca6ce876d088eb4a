import { z } from 'zod'
import { APP_PAGES, audience, type AppPage } from '../../../../contract/people/audience.ts'
import { mediaItem } from '../../../../contract/platform/media.ts'
import { readSession, staffIdOf } from '../../../lib/session.ts'
import type { Draft } from './message-draft.ts'

/**
 * A message that is written and not saved yet, kept in this window over a reload or a crash. `version`
 * is the one on the server that it began with, null for a new one. `key` names the saving of exactly
 * what `sent` says, so that a second try after a lost answer makes no second draft.
 */
export type Kept = { draft: Draft; version: number | null; key: string; sent: string }

const PREFIX = 'hil.message.'

/** A number that was being typed; JSON has no NaN and keeps it as null. */
const typed = z
  .number()
  .nullable()
  .transform((number) => number ?? Number.NaN)
const words = z.object({ title: z.string(), body: z.string() })
const kept = z.object({
  draft: z.object({
    en: words,
    hi: words,
    media: mediaItem.nullable(),
    target: z.discriminatedUnion('to', [
      z.object({ to: z.literal('nothing') }),
      z.object({
        to: z.literal('page'),
        page: z.enum(Object.keys(APP_PAGES) as [AppPage, ...AppPage[]]),
      }),
      z.object({ to: z.literal('offer'), offerId: typed }),
      z.object({ to: z.literal('web'), address: z.string() }),
    ]),
    audience: audience.extend({
      activity: z.object({ scanned: z.enum(['within', 'not_within']), days: typed }).nullable(),
    }),
    webhook: z.boolean(),
  }),
  version: z.number().nullable(),
  key: z.string(),
  sent: z.string(),
})

function mine(): string {
  const session = readSession()
  return `${PREFIX}${(session && staffIdOf(session)) ?? 0}.`
}

/** Whoever signs in next in this window reads nothing of it. */
function forgetOthers(prefix: string): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX) && !name.startsWith(prefix)) sessionStorage.removeItem(name)
  }
}

/** What was written of a message, "new" or a number; undefined where nothing waits. */
export function readKept(edit: string): Kept | undefined {
  forgetOthers(mine())
  try {
    return kept.safeParse(JSON.parse(sessionStorage.getItem(mine() + edit) ?? 'null')).data
  } catch {
    return undefined
  }
}

export function writeKept(edit: string, written: Kept | null): void {
  try {
    if (written === null) sessionStorage.removeItem(mine() + edit)
    else sessionStorage.setItem(mine() + edit, JSON.stringify(written))
  } catch {
    // Without room for it the text stays in the form, only not over a reload.
  }
}

/** The key for sending a body: another body is another request. */
export function keyFor(
  before: Pick<Kept, 'key' | 'sent'>,
  body: string,
): Pick<Kept, 'key' | 'sent'> {
  if (before.sent === '' || before.sent === body) return { key: before.key, sent: body }
  return { key: crypto.randomUUID(), sent: body }
}

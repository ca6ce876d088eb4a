import { AppError } from '../../../lib/app-error.ts'
import { equalBytes, type Keys } from '../../../lib/crypto.ts'

const MINUTES = 5

/** `purpose` tells the kinds of pages apart: a ticket for one kind opens no other. */
export type TicketFor = { purpose: string; documentId: string; page: number; staffId: number }

/** What the link of a page carries: when it ends, and a signature that only fits this page and person. */
export function ticketFor(keys: Keys, shown: TicketFor, now: Date): string {
  const endsAt = Math.floor(now.getTime() / 1000) + MINUTES * 60
  return `${endsAt}.${sign(keys, shown, endsAt).toString('base64url')}`
}

/** Refuses a ticket that has ended, is another person's, is for another page or was made up. */
export function checkTicket(keys: Keys, shown: TicketFor, ticket: string, now: Date): void {
  const [, end = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? []
  const endsAt = Number(end)
  if (!equalBytes(Buffer.from(signature, 'base64url'), sign(keys, shown, endsAt))) {
    throw new AppError('forbidden', 'This link is not yours. Open it from its page again.')
  }
  if (endsAt * 1000 <= now.getTime()) {
    throw new AppError('forbidden', 'This link has ended. Open it from its page again.')
  }
}

function sign(keys: Keys, { purpose, documentId, page, staffId }: TicketFor, endsAt: number) {
  return keys.digest(purpose, `${documentId}:${page}:${staffId}:${endsAt}`)
}

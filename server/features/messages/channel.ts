import type { Db } from '../../db/database.ts'
import { AppError } from '../../lib/app-error.ts'

/** A way to reach a person: SMS by mobile, e-mail by address. */
export type MessageChannel = { send(to: string, text: string): Promise<void> }

/** Keeps the message in the database, for the demo to show. */
export function outboxChannel(db: Db, channel: 'sms' | 'email'): MessageChannel {
  return {
    async send(to, text) {
      await db
        .insertInto('outbox')
        .values({ channel, recipient: to, body: text, created_at: new Date() })
        .execute()
    },
  }
}

/** Hands `{ to, text }` as JSON to an address of the operator's, which does the sending. */
export function webhookChannel(address: string): MessageChannel {
  return {
    async send(to, text) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text }),
        signal: AbortSignal.timeout(10_000),
      })
      if (!answer.ok) throw new Error(`The message channel answered ${answer.status}.`)
    },
  }
}

/** Where nothing is configured: says so instead of pretending. */
export function missingChannel(setting: string): MessageChannel {
  return {
    async send() {
      throw new AppError('unavailable', `Messages cannot be sent: ${setting} is not configured.`)
    },
  }
}

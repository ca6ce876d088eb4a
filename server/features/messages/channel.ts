import type { Db } from '../../db/database.ts'
import { AppError } from '../../lib/app-error.ts'

/**
 * A way to reach a person: SMS by mobile, e-mail by address. `send` gives what was answered, in words.
 * `missing` is the setting without which nothing can be sent.
 */
export type MessageChannel = {
  send(to: string, text: string): Promise<string | void>
  missing?: string
}

/** Refuses in words where a channel is not set up: the same for everybody, whoever it is about. */
export function needChannel({ missing }: MessageChannel, words: string): void {
  if (missing === undefined) return
  throw new AppError('unavailable', `${words} ${missing} is not configured.`)
}

/** Keeps the message in the database, for the demo to show. */
export function outboxChannel(db: Db, channel: 'sms' | 'email'): MessageChannel {
  return {
    async send(to, text) {
      await db
        .insertInto('outbox')
        .values({ channel, recipient: to, body: text, created_at: new Date() })
        .execute()
      return 'The message is kept in the demo’s outbox.'
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
      return `The message channel took the message: it answered ${answer.status}.`
    },
  }
}

/** Where nothing is configured: says so instead of pretending. */
export function missingChannel(setting: string): MessageChannel {
  return {
    missing: setting,
    async send() {
      throw new AppError('unavailable', `Messages cannot be sent: ${setting} is not configured.`)
    },
  }
}

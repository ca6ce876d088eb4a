import type { Language } from '../../../../contract/people/members.ts'
import type { MessageChannelKind } from '../../../../contract/platform/message-occasion.ts'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { fetchTrouble } from '../../../lib/fetch-trouble.ts'

/** By which the operators of India let an SMS through: who sends it, under which name, which text. */
export type Dlt = { entity: string; header: string | null; template: string | null }

export type OutgoingMessage = {
  text: string
  language: Language
  /** What the other side is to see as sender: the programme's name. */
  sender: string
  /** Of a mail. */
  subject: string | null
  /** Of an SMS, where the programme is registered. */
  dlt: Dlt | null
}

/**
 * A way to reach a person: SMS by mobile, e-mail by address. `send` gives what was answered, in words.
 * `missing` is the setting without which nothing can be sent.
 */
export type MessageChannel = {
  send(to: string, message: OutgoingMessage): Promise<string | void>
  missing?: string
}

/** The environment variables that set a channel up. */
export const CHANNEL_SETTINGS: Record<MessageChannelKind, string> = {
  sms: 'SMS_WEBHOOK_URL',
  email: 'SMTP_URL or EMAIL_WEBHOOK_URL',
}

/** Thrown for what the other side does; the message says it in words. */
export class ChannelError extends Error {}

/** What a channel stumbled over, in words. */
export function channelTrouble(error: unknown): string {
  if (error instanceof AppError || error instanceof ChannelError) return error.message
  return `The message channel cannot be reached (${fetchTrouble(error).code}).`
}

/** Refuses in words where a channel is not set up: the same for everybody, whoever it is about. */
export function needChannel({ missing }: MessageChannel, words: string): void {
  if (missing === undefined) return
  throw new AppError('unavailable', `${words} ${missing} is not configured.`)
}

/** Keeps the message in the database, for the demo to show. */
export function outboxChannel(db: Db, channel: MessageChannelKind): MessageChannel {
  return {
    async send(to, { text, subject }) {
      await db
        .insertInto('outbox')
        .values({ channel, recipient: to, subject, body: text, created_at: new Date() })
        .execute()
      return 'The message is kept in the demo’s outbox.'
    },
  }
}

/** Hands `{ to, text, … }` as JSON to an address of the operator's, which does the sending. */
export function webhookChannel(address: string): MessageChannel {
  return {
    async send(to, { text, language, subject, dlt }) {
      const message = {
        to,
        text,
        language,
        ...(subject !== null && { subject }),
        ...(dlt && { dlt }),
      }
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
        // One-time links and passwords go where the setting says, and nowhere else.
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      if (!answer.ok) throw new ChannelError(`The message channel answered ${answer.status}.`)
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

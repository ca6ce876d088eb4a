import type { Language } from '../../../../contract/people/members.ts'
import { fetchTrouble, retryAfterMs } from '../../../lib/fetch-trouble.ts'
import type { MessageChannel } from './channel.ts'

/** One message to one member. `deliveryId` names it for ever: whoever gets it twice may drop one. */
export type Notice = {
  to: string
  title: string
  body: string
  language: Language
  notificationId: number
  deliveryId: string
}

/**
 * What became of a notice. `refused`: it was answered that it is not taken. `unknown`: it left, and
 * nobody can tell whether it got through. `unsent`: it surely never arrived, and may be sent again;
 * `waitMs` is what the other side asks for.
 */
export type Noticed =
  | { kind: 'sent' }
  | { kind: 'refused' | 'unknown'; trouble: string }
  | { kind: 'unsent'; trouble: string; waitMs: number | null }

/** A way to many members. It never throws for what the other side does. */
export type NotifyChannel = { send(notice: Notice): Promise<Noticed> }

const TIMEOUT_MS = 10_000
const TOO_MANY = 429
/** Where a webhook that has too many does not say how long to wait. */
const USUAL_WAIT_MS = 5_000

/** Posts each notice as JSON to an address of the operator's, which sends the SMS or the push. */
export function notifyByWebhook(address: string): NotifyChannel {
  return {
    async send(notice) {
      const timeout = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': notice.deliveryId },
          body: JSON.stringify(notice),
          // Members' numbers go where the setting says, and nowhere else.
          redirect: 'manual',
          signal: timeout,
        })
        // The status says it all, and stands whatever becomes of the body.
        await answer.body?.cancel().catch(() => {})
        return noticedOf(answer)
      } catch (error) {
        return troubleOf(error, timeout.aborted)
      }
    },
  }
}

function noticedOf(answer: Response): Noticed {
  const { status, ok } = answer
  if (ok) return { kind: 'sent' }
  const trouble = `The webhook answered ${status}.`
  if (status === TOO_MANY) {
    return { kind: 'unsent', trouble, waitMs: retryAfterMs(answer) ?? USUAL_WAIT_MS }
  }
  return { kind: status >= 500 ? 'unknown' : 'refused', trouble }
}

function troubleOf(error: unknown, isLate: boolean): Noticed {
  const { code, unsent } = fetchTrouble(error)
  if (unsent) {
    return { kind: 'unsent', trouble: `The webhook cannot be reached (${code}).`, waitMs: null }
  }
  if (isLate) {
    const trouble = `The webhook did not answer within ${TIMEOUT_MS / 1000} seconds.`
    return { kind: 'unknown', trouble }
  }
  return { kind: 'unknown', trouble: `The connection to the webhook broke (${code}).` }
}

/** The demo's: notices are kept with its other messages. */
export function notifyByOutbox(outbox: MessageChannel): NotifyChannel {
  return {
    async send({ to, title, body, language }) {
      const text = `${title}\n${body}`
      await outbox.send(to, { text, language, sender: '', subject: null, dlt: null })
      return { kind: 'sent' }
    },
  }
}

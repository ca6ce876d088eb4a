import { createHash, createHmac } from 'node:crypto'
import { ConfigError, type Config } from '../../../../config.ts'
import { equalBytes } from '../../../../lib/crypto.ts'
import { callRazorpayx, type Answer, type Call } from './razorpayx-call.ts'
import type { LookedUp, Balance, Notice, PayoutProvider, PayoutRequest, Sent } from './provider.ts'
import {
  balanceList,
  eventOf,
  payoutBody,
  payoutList,
  refusalOf,
  saysNoSuchPayout,
  updateOf,
} from './razorpayx-wire.ts'

export type RazorpayxSettings = {
  /** Origin of the API. */
  url: string
  keyId: string
  keySecret: string
  /** The account that payouts leave. */
  account: string
  webhookSecret: string
  timeoutMs: number
}

const BUSY_WAIT_MS = 10_000
const UNREACHABLE_WAIT_MS = 5_000
/** The most that one list holds: a longer one would hide what is asked for. */
const LIST_MOST = 100

/** The payouts API of RazorpayX. Nothing of a request or an answer is logged here. */
export function razorpayx(settings: RazorpayxSettings): PayoutProvider {
  const call = (request: Call) => callRazorpayx(settings, request)
  return {
    async send(request, signal) {
      return sentOf(await call(sending(request, settings.account, signal)))
    },
    async lookUp({ providerId, number }) {
      if (providerId === null) return lookUpByNumber(call, settings.account, number)
      const answer = await call({ method: 'GET', path: `/v1/payouts/${segment(providerId)}` })
      if (answer.kind !== 'answer') return { kind: 'lost', why: answer.why }
      const update = answer.status === 200 ? updateOf(answer.json) : null
      if (update !== null && update.providerId === providerId) return { kind: 'answered', update }
      if (answer.status < 500 && saysNoSuchPayout(answer.json)) {
        return lookUpByNumber(call, settings.account, number)
      }
      return { kind: 'lost', why: noAnswer(answer.status) }
    },
    async balance() {
      return balanceOf(
        await call({ method: 'GET', path: `/v1/banking_balances?count=${LIST_MOST}` }),
        settings.account,
      )
    },
    readNotice: (raw, headers) => readNotice(settings.webhookSecret, raw, headers),
  }
}

const segment = encodeURIComponent
const noAnswer = (status: number) => `RazorpayX answered ${status}, which tells nothing.`

function sending(request: PayoutRequest, account: string, signal: AbortSignal | undefined): Call {
  return {
    method: 'POST',
    path: '/v1/payouts',
    headers: { 'X-Payout-Idempotency': request.idempotencyKey },
    body: payoutBody(request, account),
    signal,
  }
}

function sentOf(answer: Answer): Sent {
  if (answer.kind === 'unsent') {
    return { kind: 'later', why: answer.why, waitMs: UNREACHABLE_WAIT_MS }
  }
  if (answer.kind === 'lost') return answer
  const { status, json, waitMs } = answer
  if (status === 429) {
    const why = 'RazorpayX takes no more requests at the moment.'
    return { kind: 'later', why, waitMs: waitMs ?? BUSY_WAIT_MS }
  }
  if (status >= 400 && status < 500) return refusalOf(status, json)
  const update = status === 200 || status === 201 ? updateOf(json) : null
  return update === null ? { kind: 'lost', why: noAnswer(status) } : { kind: 'answered', update }
}

async function lookUpByNumber(
  call: (request: Call) => Promise<Answer>,
  account: string,
  number: string,
): Promise<LookedUp> {
  const query = new URLSearchParams({
    account_number: account,
    reference_id: number,
    count: String(LIST_MOST),
  })
  const answer = await call({ method: 'GET', path: `/v1/payouts?${query}` })
  if (answer.kind !== 'answer') return { kind: 'lost', why: answer.why }
  const list = answer.status === 200 ? payoutList.safeParse(answer.json) : null
  if (!list?.success) return { kind: 'lost', why: noAnswer(answer.status) }
  const ours = list.data.items.filter((item) => item.reference_id === number)
  const [first] = ours
  if (first === undefined) {
    if (list.data.items.length < LIST_MOST) return { kind: 'none' }
    return { kind: 'lost', why: 'RazorpayX listed payouts of other numbers only.' }
  }
  if (ours.length > 1) {
    const ids = ours.map((item) => item.id).join(', ')
    return { kind: 'lost', why: `RazorpayX has ${ours.length} payouts of this number: ${ids}.` }
  }
  const update = updateOf(first)
  if (update !== null) return { kind: 'answered', update }
  return { kind: 'lost', why: `RazorpayX calls its state ${first.status}, which is unknown here.` }
}

function balanceOf(answer: Answer, account: string): Balance {
  if (answer.kind !== 'answer') return { problem: answer.why }
  const list = answer.status === 200 ? balanceList.safeParse(answer.json) : null
  if (!list?.success) {
    return { problem: `RazorpayX tells no balance: it answered ${answer.status}.` }
  }
  const ours = list.data.items.find((item) => item.account_number === account)
  if (ours === undefined) return { problem: 'RazorpayX tells no balance of PAYOUT_ACCOUNT.' }
  return { paise: ours.available_amount, asOf: new Date(ours.refreshed_at * 1000) }
}

function readNotice(
  secret: string,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Notice | null {
  const signature = headers['x-razorpay-signature']
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return null
  const expected = createHmac('sha256', secret).update(raw).digest()
  if (!equalBytes(Buffer.from(signature, 'hex'), expected)) return null
  const given = headers['x-razorpay-event-id']
  const digest = createHash('sha256').update(raw).digest('hex')
  // The header is not signed: with it alone an old event could take the place of one that is to come.
  const eventId =
    typeof given === 'string' && /^[\w-]{1,100}$/.test(given)
      ? `${given}.${digest.slice(0, 32)}`
      : `body_${digest}`
  return { eventId, ...eventOf(raw) }
}

/** The settings without which nothing is paid over HTTP. */
const NEEDED = [
  'PAYOUT_KEY_ID',
  'PAYOUT_KEY_SECRET',
  'PAYOUT_ACCOUNT',
  'PAYOUT_WEBHOOK_SECRET',
] as const
const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The provider as configured; null where none is. Throws ConfigError where it is half configured. */
export function openPayouts(config: Config): PayoutProvider | null {
  const missing = NEEDED.filter((name) => config[name] === undefined)
  if (missing.length === NEEDED.length) return null
  const { PAYOUT_KEY_ID, PAYOUT_KEY_SECRET, PAYOUT_ACCOUNT, PAYOUT_WEBHOOK_SECRET } = config
  if (!PAYOUT_KEY_ID || !PAYOUT_KEY_SECRET || !PAYOUT_ACCOUNT || !PAYOUT_WEBHOOK_SECRET) {
    const names = new Intl.ListFormat('en').format(missing)
    throw new ConfigError(`The configuration is not right: payouts need ${names} too.`)
  }
  const { protocol, hostname, origin } = new URL(config.PAYOUT_URL)
  if (protocol !== 'https:' && !(protocol === 'http:' && HERE.has(hostname))) {
    throw new ConfigError(
      'The configuration is not right: PAYOUT_URL must begin with https://, unless it is on this machine.',
    )
  }
  return razorpayx({
    url: origin,
    keyId: PAYOUT_KEY_ID,
    keySecret: PAYOUT_KEY_SECRET,
    account: PAYOUT_ACCOUNT,
    webhookSecret: PAYOUT_WEBHOOK_SECRET,
    timeoutMs: config.PAYOUT_TIMEOUT_SECONDS * 1000,
  })
}

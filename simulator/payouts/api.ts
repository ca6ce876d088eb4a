import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bank } from './bank.ts'
import { answer, isRecord, parseJson, readBody, refuse, type Problem } from './http.ts'
import { readOrder } from './order.ts'
import { detailsOf } from './reasons.ts'
import { drawReason, ruleFor, type Rule } from './rules.ts'
import type { Settings } from './settings.ts'
import type { PayoutRow, Store } from './store.ts'

export type World = {
  settings: Settings
  store: Store
  bank: Bank
  /** Something changed: what is due may be due earlier. */
  wake(): void
}
type Handled = { status: number; body: unknown } | { problem: Problem }

const NOT_FOUND: Problem = {
  status: 404,
  description: 'The requested URL was not found on the server.',
}
const NO_SUCH_ID: Problem = { status: 400, description: 'The id provided does not exist' }

/** The payouts API as RazorpayX documents it, with the faults that were ordered. */
export async function payoutApi(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (!isSignedIn(world.settings, request)) {
    const description = 'Authentication failed'
    return refuse(response, { status: 401, description, reason: 'authentication_failed' })
  }
  const route = `${request.method} ${url.pathname}`
  if (route === 'POST /v1/payouts') return create(world, request, response)
  if (request.method !== 'GET') return refuse(response, NOT_FOUND)
  if (url.pathname === '/v1/banking_balances') return answer(response, 200, balances(world))
  const [, id] = /^\/v1\/payouts\/([^/]+)$/.exec(url.pathname) ?? []
  const row = id === undefined ? null : world.store.payout(id)
  if (id !== undefined) {
    const found: Handled = row
      ? { status: 200, body: world.bank.entity(row) }
      : { problem: NO_SUCH_ID }
    return askedFor(world, row?.reference ?? null, response, () => found)
  }
  if (url.pathname !== '/v1/payouts') return refuse(response, NOT_FOUND)
  const reference = url.searchParams.get('reference_id')
  return askedFor(world, reference, response, (rule) => listed(world, url, rule))
}

function isSignedIn({ keyId, keySecret }: Settings, request: IncomingMessage): boolean {
  const login = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  return request.headers.authorization === `Basic ${login}`
}

function reply(response: ServerResponse, handled: Handled): void {
  if ('problem' in handled) refuse(response, handled.problem)
  else answer(response, handled.status, handled.body)
}

const trouble = (status = 500): Problem => ({
  status,
  description: 'We are facing some trouble completing your request at the moment.',
  code: 'SERVER_ERROR',
  source: 'internal',
  reason: 'server_error',
})
const BUSY: Problem = { status: 429, description: 'Too many requests. Please try again later.' }

async function create(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request)
  if (text === null) return refuse(response, { status: 413, description: 'The body is too long.' })
  const key = request.headers['x-payout-idempotency']
  if (typeof key !== 'string' || !/^[\w -]{4,36}$/.test(key)) {
    const description = 'Idempotency key is missing. Include idempotency header and key.'
    return refuse(response, { status: 400, description, field: 'X-Payout-Idempotency' })
  }
  const json = parseJson(text)
  const reference =
    isRecord(json) && typeof json.reference_id === 'string' ? json.reference_id : key
  const rule = meeting(world, 'create', reference)
  switch (rule?.fault) {
    case 'lost_before':
      return void response.socket?.destroy()
    case 'error_before':
      return refuse(response, trouble(rule.status))
    case 'too_many':
      response.setHeader('retry-after', String(Math.ceil(rule.seconds ?? 1)))
      return refuse(response, BUSY)
    default:
  }
  const handled = made(world, json, text, key, rule)
  world.wake()
  await answerCreated(rule, response, handled)
}

/** What came of the request is in the file when this is back. */
function made(world: World, json: unknown, text: string, key: string, rule: Rule | null): Handled {
  const { bank, store, settings } = world
  const read = readOrder(json, text, key, settings.account)
  if ('problem' in read) return read
  const { order, fundAccount } = read
  const told = (row: PayoutRow): Handled => ({
    status: 200,
    body: { ...bank.entity(row), fund_account: fundAccount },
  })
  return store.together((): Handled => {
    const known = bank.byKey(key)
    if (known !== null && known.body_hash === order.bodyHash) return told(known)
    if (known !== null) {
      const description = 'Different request body sent for the same Idempotency Header.'
      return { problem: { status: 400, description } }
    }
    if (rule?.fault === 'refused') return { problem: refusal(world, order.reference ?? key, rule) }
    const row = bank.create(order, Date.now())
    if (row !== null) return told(row)
    const { reason, description } = detailsOf('insufficient_funds')
    return { problem: { status: 400, description, reason } }
  })
}

function refusal({ bank }: World, reference: string, { reasons }: Rule): Problem {
  const reason = drawReason(bank.rules.seed, reference, reasons ?? ['input_validation_failed'])
  const description = reasons
    ? detailsOf(reason).description
    : 'The fund account is not valid for payouts.'
  return { status: 400, description, reason, field: 'fund_account' }
}

const SLOW_S = 10
async function answerCreated(
  rule: Rule | null,
  response: ServerResponse,
  handled: Handled,
): Promise<void> {
  switch (rule?.fault) {
    case 'slow':
      await pause((rule.seconds ?? SLOW_S) * 1000)
      return reply(response, handled)
    case 'lost_after':
      return void response.socket?.destroy()
    case 'error_after':
      return refuse(response, trouble(rule.status))
    case 'cut_after': {
      const whole = JSON.stringify('problem' in handled ? handled.problem : handled.body)
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(whole)),
      })
      response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy())
      return
    }
    default:
      return reply(response, handled)
  }
}

/** The rule of this moment, as often as it is to strike. */
function meeting({ bank, store }: World, moment: 'create' | 'ask', reference: string): Rule | null {
  const rule = ruleFor(bank.rules, moment, reference)
  if (rule === null) return null
  const always = rule.fault === 'refused' || rule.fault === 'ask_hidden'
  return store.meets(reference, rule.fault, rule.times ?? (always ? Infinity : 1)) ? rule : null
}

async function askedFor(
  world: World,
  reference: string | null,
  response: ServerResponse,
  find: (rule: Rule | null) => Handled,
): Promise<void> {
  const rule = reference === null ? null : meeting(world, 'ask', reference)
  switch (rule?.fault) {
    case 'ask_lost':
      return void response.socket?.destroy()
    case 'ask_error':
      return refuse(response, trouble(rule.status))
    case 'ask_slow':
      await pause((rule.seconds ?? SLOW_S) * 1000)
      return reply(response, find(rule))
    default:
      return reply(response, find(rule))
  }
}

const HIDDEN_S = 30
function listed({ bank, store, settings }: World, url: URL, rule: Rule | null): Handled {
  const query = url.searchParams
  if (query.get('account_number') !== settings.account) {
    const description = 'The account number field is required.'
    return { problem: { status: 400, description, field: 'account_number' } }
  }
  const count = numberOf(query.get('count'), 10)
  const skip = numberOf(query.get('skip'), 0)
  if (count === null || count > 100 || skip === null) {
    const description = 'The count may not be greater than 100.'
    return { problem: { status: 400, description, field: 'count' } }
  }
  // A payout that was just made may be missing from lists for a while.
  const hidden = rule?.fault === 'ask_hidden' ? (rule.seconds ?? HIDDEN_S) * 1000 : 0
  const rows = store.all<PayoutRow>(
    `select * from payout where (?1 is null or reference = ?1) and (?2 is null or status = ?2)
       and created_at <= ?3 order by seq desc limit ?4 offset ?5`,
    query.get('reference_id'),
    query.get('status'),
    Date.now() - hidden,
    count,
    skip,
  )
  const items = rows.map((row) => bank.entity(row))
  return { status: 200, body: { entity: 'collection', count: items.length, items } }
}

function numberOf(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

function balances({ bank, settings }: World): unknown {
  const ours = {
    entity: 'banking_balance',
    currency: 'INR',
    account_number: settings.account,
    account_type: 'current_account',
    bank_name: 'Simulated Bank',
    bank_code: 'SIMB',
    amount: bank.balance(),
    available_amount: bank.balance(),
    refreshed_at: Math.floor(Date.now() / 1000),
  }
  return { entity: 'collection', count: 1, items: [ours] }
}

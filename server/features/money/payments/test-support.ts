import { randomBytes } from 'node:crypto'
import { razorpayxWebhook } from '../../../../contract/money/bank-files.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import * as alerts from '../../../../contract/money/payment-alerts.ts'
import * as contract from '../../../../contract/money/payments.ts'
import type { PaymentRow, PaymentStory } from '../../../../contract/money/payments.ts'
import type { Provider } from '../../../../contract/money/payment-states.ts'
import type { Answer, TestServer } from '../../../test/server.ts'
import type { Db } from '../../../db/database.ts'
import { sealField } from '../../people/kyc/sealed-fields.ts'
import {
  approve,
  payee,
  requested,
  WIDE,
  type Payee,
  type Staff,
} from '../redemptions/test-support.ts'
import { pollDue } from './dispatch/poll.service.ts'
import { dueToPoll } from './dispatch/queue.queries.ts'
import { FakeProvider } from './provider/fake-provider.ts'
import { deliver, takeNext, type RateLimit } from './dispatch/dispatch.service.ts'

export type PayableOptions = {
  points?: number
  kind?: MemberKind
  /** A PAN that several members share has the same bytes; null is none. */
  pan?: Buffer | null
}

/** A member with points whose bank account and UPI address are accepted, sealed as KYC seals them. */
export async function payable(server: TestServer, options: PayableOptions = {}): Promise<Payee> {
  const member = await payee(server, options)
  const digits = String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0').slice(-12)
  await setBank(server, member.memberId, `1${digits}`)
  await setSealed(server, member.memberId, 'upi', { address: `m${digits}@okbank` })
  await rememberReview(server, member.memberId)
  return member
}

/** The submission and the decision that such a KYC has behind it. */
async function rememberReview({ db }: TestServer, memberId: number): Promise<void> {
  const at = new Date()
  const round = { member_id: memberId, round: 1 }
  await db
    .insertInto('kyc_submission')
    .values({ ...round, key_digest: randomBytes(32), body_digest: randomBytes(32), at })
    .execute()
  await db
    .insertInto('kyc_event')
    .values({ ...round, at, action: 'decided', decision: 'approve', staff_id: null })
    .execute()
}

/** Another account, accepted, as a review would leave it. */
export async function setBank(
  server: TestServer,
  memberId: number,
  account: string,
): Promise<void> {
  await setSealed(server, memberId, 'bank', { account, ifsc: 'HDFC0001234', name: 'Ramesh Kumar' })
}

/** Another address, accepted. */
export const setUpi = (server: TestServer, memberId: number, address: string): Promise<void> =>
  setSealed(server, memberId, 'upi', { address })

async function setSealed(
  { db, context }: TestServer,
  memberId: number,
  field: 'bank' | 'upi',
  values: Record<string, string>,
): Promise<void> {
  const sent = { field, values, documentId: null }
  const { sealed, digest, mask } = await sealField(context.vault, memberId, sent)
  await db
    .updateTable('kyc_field')
    .set({ sealed, digest, mask, state: 'accepted' })
    .where('member_id', '=', memberId)
    .where('field', '=', field)
    .execute()
}

export type Approved = { redemptionId: string; number: string; amountPaise: number; member: Payee }

const approvers = new WeakMap<Db, Promise<Staff>>()

/** Who approves what tests send: nobody sends what they approved. */
function approverOf(server: TestServer): Promise<Staff> {
  const approver = approvers.get(server.db) ?? server.staff('cs')
  approvers.set(server.db, approver)
  return approver
}

/** A redemption of 200 points that is approved and not sent. */
export async function approved(
  server: TestServer,
  { member, body = {} }: { member?: Payee; body?: object } = {},
): Promise<Approved> {
  const staff = await approverOf(server)
  const whose = member ?? (await payable(server))
  const made = await requested(server, whose, { kind: 'bank', points: 200, ...body })
  const { redemptionId, number, amountPaise } = made
  for (const verdict of ['green', 'amber']) {
    const answer = await approve(server, staff, redemptionId, { verdict, reason: 'Looked at.' })
    if (answer.status === 200) return { redemptionId, number, amountPaise, member: whose }
  }
  throw new Error(`${number} could not be approved.`)
}

const total = (selected: readonly Approved[]) =>
  selected.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

export const send = (
  server: TestServer,
  { token }: Staff,
  selected: readonly Approved[],
  { provider = 'razorpayx', totalPaise = total(selected) }: Partial<Sending> = {},
) =>
  server.call(contract.sendPayments, {
    token,
    body: { redemptionIds: selected.map(({ redemptionId }) => redemptionId), provider, totalPaise },
  })
type Sending = { provider: Provider; totalPaise: number }

export const reinitiate = (
  server: TestServer,
  { token }: Staff,
  selected: readonly Approved[],
  { provider = 'razorpayx', totalPaise = total(selected) }: Partial<Sending> = {},
) =>
  server.call(contract.reinitiatePayments, {
    token,
    body: {
      redemptionIds: selected.map(({ redemptionId }) => redemptionId),
      provider,
      totalPaise,
      reason: 'The details were put right.',
    },
  })

/** Sent by nobody's clock: the next one, now. */
export const NOW: RateLimit = {
  turn: async () => {},
  signal: new AbortController().signal,
  cut: new AbortController().signal,
}

/** What the sender does for one payment of the queue. */
export async function sendNext({ context }: TestServer, provider: FakeProvider) {
  const taken = await takeNext(context)
  if (typeof taken === 'string') return taken
  if ('stuck' in taken) throw taken.cause
  await deliver(context, provider, taken, NOW)
  return taken.paymentId
}

/** A payment that was sent, and what the provider keeps of it. */
export async function sent(
  server: TestServer,
  staff: Staff,
  provider: FakeProvider,
  options: Parameters<typeof approved>[1] = {},
): Promise<Approved & { paymentId: string; payment: string }> {
  const made = await approved(server, options)
  const answer = await send(server, staff, [made])
  if (answer.body.queued?.length !== 1) throw new Error(JSON.stringify(answer.body))
  const paymentId = await sendNext(server, provider)
  const [attempt] = (await storyOf(server, staff, made)).attempts
  return { ...made, paymentId, payment: attempt?.number ?? '' }
}

export async function storyOf(
  server: TestServer,
  { token }: Staff,
  { redemptionId }: Pick<Approved, 'redemptionId'>,
): Promise<PaymentStory> {
  const answer = await server.call(contract.getPayment, { token, params: { redemptionId } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** The last attempt. */
export async function lastOf(
  server: TestServer,
  staff: Staff,
  of: Pick<Approved, 'redemptionId'>,
): Promise<PaymentStory['attempts'][number]> {
  const [last] = (await storyOf(server, staff, of)).attempts
  if (!last) throw new Error('There is no attempt.')
  return last
}

/** An event as the fake provider signs it. */
export const webhook = (server: TestServer, event: object, signature = 'right') =>
  server.call(razorpayxWebhook, {
    body: JSON.stringify(event),
    headers: { 'content-type': 'application/json', 'x-signature': signature },
  })

export async function openAlerts(server: TestServer, { token }: Staff) {
  const { body } = await server.call(alerts.paymentAlerts, { token })
  return body.items
}

export async function listed(
  server: TestServer,
  { token }: Staff,
  which: 'pending' | 'complete' | 'failed',
  query: Record<string, unknown> = {},
): Promise<PaymentRow[]> {
  const { status, body } = await pages[which](server, token, query)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.items
}

type AskPage = (
  server: TestServer,
  token: string,
  query: object,
) => Promise<Answer<{ items: PaymentRow[] }>>
const pages: Record<'pending' | 'complete' | 'failed', AskPage> = {
  pending: (server, token, query) =>
    server.call(contract.pendingPayments, { token, query: { ...query } }),
  complete: (server, token, query) =>
    server.call(contract.completePayments, { token, query: { ...query } }),
  failed: (server, token, query) =>
    server.call(contract.failedPayments, { token, query: { ...query } }),
}

/** Lets the server's clock go on, from where it stands. */
export function passTime({ context }: TestServer, seconds: number): void {
  const before = context.now
  context.now = () => new Date(before().getTime() + seconds * 1000)
}

/** What the poller does for everything that is due now. */
export async function pollAllDue({ context }: TestServer, provider: FakeProvider): Promise<number> {
  const due = await dueToPoll(context.db, context.now(), 100)
  for (const paymentId of due) await pollDue(context, provider, paymentId, NOW)
  return due.length
}

/** Settings under which a test waits for nothing. */
export const QUICK = {
  ...WIDE,
  PAYOUT_POLL_SECONDS: '1',
  PAYOUT_TIMEOUT_SECONDS: '1',
  PAYOUTS_PER_SECOND: '50',
  REDEMPTION_TWO_ROLES_FROM_PAISE: '1000000000',
}
/** By then a try that nobody answered is asked about. */
export const AFTER_TRY_SECONDS = 4

/** The audit rows about one thing, oldest first. */
export async function auditOf({ db }: TestServer, subject: string, subjectId: string) {
  return db
    .selectFrom('audit')
    .select(['action', 'reason', 'staff_id as staffId'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('seq')
    .execute()
}

/** A provider of its own for a test: nothing of an earlier one is queued or asked about any more. */
export async function freshProvider(server: TestServer): Promise<FakeProvider> {
  const provider = new FakeProvider()
  while ((await sendNext(server, provider)) !== 'none');
  await server.db.updateTable('payment').set({ next_poll_at: null }).execute()
  const fresh = new FakeProvider()
  server.context.payouts = fresh
  return fresh
}

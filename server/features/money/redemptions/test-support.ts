import { randomBytes, randomUUID } from 'node:crypto'
import { NOTICES, type MemberKind } from '../../../../contract/people/members.ts'
import type { RedemptionAction } from '../../../../contract/money/redemption-states.ts'
import * as contract from '../../../../contract/money/redemptions.ts'
import type { MyRedemption, RedemptionDetail } from '../../../../contract/money/redemptions.ts'
import { transaction, type Db } from '../../../db/database.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import type { TestServer } from '../../../test/server.ts'
import { ADDRESS } from '../../people/addresses/test-support.ts'
import { writeAudit } from '../../platform/audit/audit.service.ts'
import { sealRow } from '../../platform/chain/sealing.service.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import { move, type Step } from './redemption-move.service.ts'

export type Payee = { memberId: number; mobile: string; token: string; code: string }
export type Staff = { token: string; staffId: number }

/** A day's limits that no test meets unless it says so. */
export const WIDE = {
  REDEMPTION_DAY_LIMIT_COUNT: '1000000',
  REDEMPTION_DAY_LIMIT_PAISE: '1000000000',
  REDEMPTION_MIN_POINTS: '1',
}

/** A payout provider is set up, and nothing is sent to it: without one nobody asks for UPI. */
export const PAYS_UPI = {
  PAYOUT_URL: 'http://127.0.0.1:9',
  PAYOUT_KEY_ID: 'rzp_test_key',
  PAYOUT_KEY_SECRET: 'secret',
  PAYOUT_ACCOUNT: '7878780080316316',
  PAYOUT_WEBHOOK_SECRET: 'webhook-secret',
}

export type PayeeOptions = {
  points?: number
  kind?: MemberKind
  /** What two members share has the same bytes. */
  bank?: Buffer
  pan?: Buffer | null
}

/** A member with points whose KYC is approved, with a bank account, a UPI address and a PAN. */
export async function payee(server: TestServer, options: PayeeOptions = {}): Promise<Payee> {
  const { points = 1000, kind = 'mason', bank = randomBytes(32), pan = randomBytes(32) } = options
  const member = await server.member(kind)
  const { db } = server
  const { memberId } = member
  const at = new Date()
  await db
    .insertInto('member_consent')
    .values({
      member_id: memberId,
      purpose: 'kyc',
      version: NOTICES.kyc.version,
      given_at: at,
      withdrawn_at: null,
    })
    .execute()
  await db
    .insertInto('kyc')
    .values({ member_id: memberId, state: 'approved', submitted_at: at, decided_at: at })
    .execute()
  await db
    .updateTable('member')
    .set({ kyc_state: 'approved' })
    .where('member_id', '=', memberId)
    .execute()
  const upi = randomBytes(32)
  await putField(db, memberId, 'bank', bank, '••••••••1234')
  await putField(db, memberId, 'upi', upi, 'ra•••@okbank')
  if (pan) await putField(db, memberId, 'pan', pan, 'ABCPE****F')
  if (points > 0) await give(server, memberId, points)
  return { ...member, code: `M${member.mobile}` }
}

async function putField(
  db: Db,
  memberId: number,
  field: 'bank' | 'upi' | 'pan',
  digest: Buffer,
  mask: string,
): Promise<void> {
  await db
    .insertInto('kyc_field')
    .values({
      member_id: memberId,
      field,
      state: 'accepted',
      round: 1,
      digest,
      mask,
      submitted_at: new Date(),
    })
    .execute()
}

/** Changes a field of a member's KYC, as a review or a new submission would. */
export async function setField(
  { db }: TestServer,
  memberId: number,
  field: 'bank' | 'upi' | 'pan',
  change: { state?: 'accepted' | 'pending' | 'refused'; digest?: Buffer },
): Promise<void> {
  await db
    .updateTable('kyc_field')
    .set(change)
    .where('member_id', '=', memberId)
    .where('field', '=', field)
    .execute()
}

const adjusters = new WeakMap<Db, Promise<number[]>>()

/** Points by an adjustment that one person asked for and another approved. */
export async function give(server: TestServer, memberId: number, points: number): Promise<void> {
  // By the server's own pool, whose transactions are sealed.
  const { db, keys } = server.context
  const people = adjusters.get(db) ?? twoPeople(server)
  adjusters.set(db, people)
  const [maker = 0, checker = 0] = await people
  const at = new Date()
  const ref = makeStaffChangeId(at.getTime())
  const debit = 'adjustment' as const
  const moves = [{ kind: 'adjustment' as const, debit, credit: 'available' as const, points, ref }]
  await transaction(db, async (tx) => {
    await tx
      .insertInto('points_adjustment')
      .values({
        adjustment_id: ref,
        member_id: memberId,
        points,
        reason: 'For a test',
        state: 'approved',
        requested_by: maker,
        requested_at: at,
        decided_by: checker,
        decided_at: at,
        idempotency_key: ref,
        body_hash: Buffer.of(0),
      })
      .execute()
    sealRow(tx, 'points_adjustment', ref)
    await postTransfer(tx, { memberId, at, moves })
    await writeAudit(tx, keys, {
      by: { staffId: checker, role: 'admin' },
      action: 'points.adjust.approved',
      subject: 'member',
      subjectId: memberId,
      after: { adjustmentId: ref, points },
    })
  })
}

async function twoPeople(server: TestServer): Promise<number[]> {
  const people = [await server.staff('cs'), await server.staff('admin')]
  return people.map(({ staffId }) => staffId)
}

export async function makeGift(
  { db }: Pick<TestServer, 'db'>,
  changed: Partial<{
    points: number
    value_paise: number
    stock: number
    active: boolean
    name: string
  }> = {},
): Promise<number> {
  const gift = { stock: 3, ...changed }
  const { giftId } = await db
    .insertInto('gift')
    .values({
      code: `G${randomBytes(4).toString('hex')}`,
      name: 'Drill machine',
      points: 500,
      value_paise: 60_000,
      ...gift,
    })
    .returning('gift_id as giftId')
    .executeTakeFirstOrThrow()
  if (gift.stock > 0) {
    await db
      .insertInto('gift_stock_change')
      .values({
        gift_id: giftId,
        at: new Date(),
        staff_id: null,
        change: gift.stock,
        stock_after: gift.stock,
        reason: 'For a test',
        key_digest: null,
        body_digest: null,
      })
      .execute()
  }
  return giftId
}

export async function stockOf({ db }: TestServer, giftId: number): Promise<number> {
  const row = await db
    .selectFrom('gift')
    .select('stock')
    .where('gift_id', '=', giftId)
    .executeTakeFirstOrThrow()
  return row.stock
}

/** What a member sends; a key of its own each time, and for a gift an address unless it gives one. */
export const ask = (server: TestServer, { token }: Pick<Payee, 'token'>, body: object) =>
  server.call(contract.requestRedemption, {
    token,
    body: {
      idempotencyKey: randomUUID(),
      kind: 'bank',
      ...('kind' in body && body.kind === 'gift' && { address: ADDRESS }),
      ...body,
    },
  })

/** A redemption that waits for its approval. */
export async function requested(
  server: TestServer,
  member: Pick<Payee, 'token'>,
  body: object = { points: 200 },
): Promise<MyRedemption> {
  const answer = await ask(server, member, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

export const detailOf = async (
  server: TestServer,
  { token }: Staff,
  redemptionId: string,
): Promise<RedemptionDetail> => {
  const { status, body } = await server.call(contract.getRedemption, {
    token,
    params: { redemptionId },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

export const approve = (
  server: TestServer,
  { token }: Staff,
  redemptionId: string,
  body: object = { verdict: 'green' },
) => server.call(contract.approveRedemption, { token, params: { redemptionId }, body })

export const reject = (
  server: TestServer,
  { token }: Staff,
  redemptionId: string,
  note = 'The details are not clear.',
) => {
  const body = { reason: 'other', note }
  return server.call(contract.rejectRedemption, { token, params: { redemptionId }, body })
}

export const cancel = (server: TestServer, { token }: Pick<Payee, 'token'>, redemptionId: string) =>
  server.call(contract.cancelMyRedemption, { token, params: { redemptionId } })

export async function balanceOf({ db }: Pick<TestServer, 'db'>, memberId: number) {
  const row = await db
    .selectFrom('member_account')
    .select(['available', 'held'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { available: Number(row.available), held: Number(row.held) }
}

/** An act of a redemption that no endpoint calls yet. */
export async function act(
  { context }: Pick<TestServer, 'context'>,
  redemptionId: string,
  action: RedemptionAction,
  by: Step['by'] = null,
): Promise<void> {
  await transaction(context.db, (tx) =>
    move(tx, context, redemptionId, { action, by, at: new Date() }),
  )
}

/** Lets the sessions of somebody have shown then who it is, or not at all. */
export async function setProof({ db }: TestServer, { staffId }: Staff, at: Date | null) {
  await db.updateTable('session').set({ proved_at: at }).where('staff_id', '=', staffId).execute()
}

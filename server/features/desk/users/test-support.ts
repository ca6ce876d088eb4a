import { sql } from 'kysely'
import { demoOutbox } from '../../../../contract/people/members.ts'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { anyPlant, anyProduct, type TestServer } from '../../../test/server.ts'
import { codesOf } from '../../programme/batches/codes.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import { makeLot } from '../../programme/scans/engine.fixture.ts'
import { checkInvariants } from '../../operations/verify/invariants.ts'

/** The newest message to a mobile, or to an e-mail; an empty text when there is none. */
export async function lastMessage(server: TestServer, to: string): Promise<string> {
  const { body } = await server.call(demoOutbox, { query: { to } })
  return body.items[0]?.text ?? ''
}

/** The one-time password in the newest message to a mobile. */
export async function otpOf(server: TestServer, mobile: string): Promise<string> {
  return /^\d{6}/.exec(await lastMessage(server, mobile))?.[0] ?? 'none'
}

/** Another password than this one. */
export const wrongOtp = (otp: string) => String((Number(otp) + 1) % 1_000_000).padStart(6, '0')

/** Codes of a batch whose coupons are all active. The server's first plant, product and staff are used. */
export async function activeCodes(
  server: TestServer,
  { batchId, coupons, sentToState }: { batchId: number; coupons: number; sentToState?: number },
): Promise<string[]> {
  await anyPlant(server.db)
  await anyProduct(server.db)
  const { connection } = server.context
  const database = { db: server.db, connection, drop: async () => {} }
  await makeLot(database, { batchId, coupons, ...(sentToState && { sentToState }) })
  return codesOf(Buffer.alloc(32, batchId), batchId, 1, coupons)
}

export async function scanAs(
  server: TestServer,
  token: string | undefined,
  code: string | undefined,
) {
  return server.call(scanCoupon, {
    token,
    body: { code, device: 'phone-of-test', lat: 18.52, lng: 73.85 },
  })
}

/** Gives a member points without a scan: an approved adjustment as it stands in the ledger. */
export async function givePoints(
  server: TestServer,
  memberId: number,
  points: number,
  people: { maker: number; checker: number },
): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into points_adjustment (adjustment_id, member_id, points, reason, state, requested_by,
        requested_at, decided_by, decided_at, idempotency_key, body_hash)
      select coalesce(max(adjustment_id), 0) + 1, ${memberId}, ${points}, 'For the test', 'approved',
        ${people.maker}, now(), ${people.checker}, now(), gen_random_uuid()::text, ''
      from points_adjustment where adjustment_id < 1000000
      returning adjustment_id as id`.execute(tx)
    await postTransfer(tx, {
      memberId,
      at: new Date(),
      moves: [
        {
          kind: 'adjustment',
          debit: 'adjustment',
          credit: 'available',
          points,
          ref: rows[0]?.id ?? '0',
        },
      ],
    })
  })
}

/** The names of the invariants that do not hold. */
export async function brokenInvariants({ db }: TestServer): Promise<string[]> {
  const broken = await checkInvariants(async (text) => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db)
    return rows
  })
  return broken.map(({ name }) => name)
}

/** The audit rows about a member, oldest first. */
export async function auditOf({ db }: TestServer, memberId: number) {
  return db
    .selectFrom('audit')
    .select(['action', 'staff_id', 'role', 'reason', 'before', 'after'])
    .where('subject', '=', 'member')
    .where('subject_id', '=', String(memberId))
    .orderBy('seq')
    .execute()
}

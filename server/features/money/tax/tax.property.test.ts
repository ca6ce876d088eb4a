import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { transaction } from '../../../db/database.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { takeTax, undoTax } from './tax.service.ts'
import { ModelYear } from './year.model.ts'

const MEMBERS = 3
const AT = new Date('2026-11-20T06:00:00Z')
let database: TestDatabase
let people = 0

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Members nobody knew before, so that each run has a year of its own. */
async function newMembers(): Promise<number[]> {
  const first = 10_000 + MEMBERS * people++
  const ids = Array.from({ length: MEMBERS }, (_, index) => first + index)
  await sql`insert into member (member_id, code, mobile, name, kind, state, city, joined_at)
    overriding system value
    select id, 'M' || id, '90000' || id, 'M', 'mason', 27, 'Pune', now()
    from unnest(${ids}::int[]) id`.execute(database.db)
  return ids
}

async function prove(memberId: number, pan: Buffer): Promise<void> {
  await sql`insert into kyc (member_id, state, submitted_at) values (${memberId}, 'approved', now())
    on conflict do nothing`.execute(database.db)
  await sql`insert into kyc_field (member_id, field, state, round, mask, digest, submitted_at)
    values (${memberId}, 'pan', 'accepted', 1, 'ABCPE****F', ${pan}, now())
    on conflict (member_id, field) do update set digest = excluded.digest`.execute(database.db)
}

type Sent = { redemptionId: string; paymentId: string | null; taxPaise: number }

/** A redemption as it stands when it is sent; its points are of no matter here. */
async function give(memberId: number, valuePaise: number, kind: 'money' | 'gift'): Promise<Sent> {
  const { db } = database
  const [redemptionId, paymentId] = [makeStaffChangeId(Date.now()), makeStaffChangeId(Date.now())]
  await sql`insert into gift (gift_id, code, name, points, value_paise, stock)
    overriding system value values (1, 'G', 'Trowel', 1, 1, 1) on conflict do nothing`.execute(db)
  const gift = kind === 'gift'
  await sql`insert into redemption (redemption_id, number, member_id, kind, state, points,
      point_value_paise, amount_paise, benefit_paise, gift_id, destination_digest, approvals_needed,
      requested_at, approved_at, changed_at, key_digest, body_digest)
    values (${redemptionId}, ${`RD${redemptionId}`}, ${memberId}, ${gift ? 'gift' : 'bank'},
      'payment_pending', ${valuePaise}, 1, ${valuePaise}, ${valuePaise}, ${gift ? 1 : null},
      ${gift ? null : Buffer.of(1)}, 1, now(), now(), now(), ${Buffer.from(randomUUID())}, '')`.execute(
    db,
  )
  if (!gift) {
    await sql`insert into payment (payment_id, number, redemption_id, attempt, member_id, provider,
        kind, state, idempotency_key, gross_paise, destination, destination_digest, initiated_at, since)
      values (${paymentId}, ${`PY${paymentId}`}, ${redemptionId}, 1, ${memberId}, 'bank-file', 'bank',
        'queued', ${randomUUID()}, ${valuePaise}, '', '', now(), now())`.execute(db)
  }
  const given = { redemptionId, paymentId: gift ? null : paymentId }
  const { taxPaise } = await transaction(db, (tx) =>
    takeTax({ config: {} }, tx, {
      ...given,
      memberId,
      memberKind: 'mason',
      kind,
      valuePaise,
      at: AT,
    }),
  )
  return { ...given, taxPaise }
}

async function outside(memberId: number, valuePaise: number, taxPaise: number, base: number) {
  await sql`insert into benefit (benefit_id, member_id, kind, person, financial_year, given_on,
      value_paise, base_paise, rate_bps, tax_paise, words, recorded_at)
    values (${makeStaffChangeId(Date.now())}, ${memberId}, 'outside', (select digest from kyc_field
        where member_id = ${memberId} and field = 'pan'), 2026, '2026-05-01', ${valuePaise}, ${base},
      1000, ${taxPaise}, 'Trip', now())`.execute(database.db)
}

const undo = ({ redemptionId, paymentId }: Sent) =>
  transaction(database.db, (tx) =>
    undoTax(tx, paymentId === null ? { redemptionId } : { paymentId }, AT),
  )

const member = fc.nat({ max: MEMBERS - 1 })
const value = fc.integer({ min: 1, max: 1_600_001 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('give' as const), member, value, gift: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat({ max: 20 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('outside' as const),
      member,
      value,
      share: fc.nat({ max: 25 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('prove' as const), member, pan: fc.nat({ max: 1 }) }),
  },
)

test('whatever is given, undone, given again, added and proved, the tax is the model’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const ids = await newMembers()
      const pans = [Buffer.from(randomUUID()), Buffer.from(randomUUID())]
      const model = new ModelYear(MEMBERS)
      const sent: { real: Sent; told: ReturnType<ModelYear['give']> }[] = []
      for (const one of steps) {
        if (one.do === 'prove') {
          model.prove(one.member, one.pan)
          await prove(ids[one.member] ?? 0, pans[one.pan] ?? Buffer.of())
        } else if (one.do === 'undo') {
          const undone = sent[one.which % Math.max(1, sent.length)]
          if (!undone) continue
          undone.told.undone = true
          await undo(undone.real)
          await undo(undone.real)
        } else if (one.do === 'outside') {
          const tax = Math.floor((one.value * one.share) / 100)
          model.outside(one.member, one.value, tax)
          const base = model.given.at(-1)?.base ?? 0
          if (tax > 0 && base === 0) model.given.pop()
          else await outside(ids[one.member] ?? 0, one.value, tax, base)
        } else {
          const told = model.give(one.member, one.value, one.gift)
          const real = await give(ids[one.member] ?? 0, one.value, one.gift ? 'gift' : 'money')
          expect(real.taxPaise).toBe(told.tax)
          sent.push({ real, told })
        }
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

/**
 * What the law leaves to the order: nothing, while all of a person's year is money (or all of it is
 * gifts) and the PAN stood from the first: then base and tax are those of the total. A gift that
 * passes the threshold is grossed up over the whole year, and what was taken without PAN stays so.
 */
test('the order of a year’s payments, over members of one PAN, changes nothing in its sum', async () => {
  const values = fc.array(fc.record({ member, value }), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      values.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
      ),
      fc.boolean(),
      async (orders, gift) => {
        const sums = new Set<string>()
        for (const order of orders) {
          const ids = await newMembers()
          const pan = Buffer.from(randomUUID())
          for (const id of ids) await prove(id, pan)
          for (const one of order)
            await give(ids[one.member] ?? 0, one.value, gift ? 'gift' : 'money')
          const { rows } = await sql<{ base: number; tax: number }>`
            select sum(base_paise)::float8 as base, sum(tax_paise)::float8 as tax from benefit
            where person = ${pan}`.execute(database.db)
          sums.add(JSON.stringify(rows))
        }
        const total = orders[0].reduce((sum, one) => sum + one.value, 0)
        const base = total > 2_000_000 ? total : 0
        const tax = Math.round(base / (gift ? 9 : 10))
        expect([...sums]).toEqual([JSON.stringify([{ base, tax }])])
      },
    ),
    { numRuns: 15 },
  )
}, 120_000)

test('two at once of one person pass the threshold once', async () => {
  for (let round = 0; round < 10; round++) {
    const ids = await newMembers()
    const pan = Buffer.from(randomUUID())
    for (const id of ids) await prove(id, pan)
    await Promise.all(ids.map((id) => give(id, 1_100_000, 'money')))
    const { rows } = await sql<{ base: number; tax: number }>`
      select sum(base_paise)::float8 as base, sum(tax_paise)::float8 as tax from benefit
      where person = ${pan}`.execute(database.db)
    expect(rows).toEqual([{ base: 3_300_000, tax: 330_000 }])
  }
})

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  memberBalance,
  memberExpiring,
  memberPoints,
  TRANSFER_KINDS,
} from '../../../../contract/ledger/points.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { readConfig } from '../../../config.ts'
import { transaction } from '../../../db/database.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { postTransfer, type Move } from '../points/points.service.ts'
import { startValues } from '../../platform/rules/start-values.ts'
import { WIDE, ask, balanceOf, payee, type Payee } from '../../money/redemptions/test-support.ts'
import { activeCodes, brokenInvariants, scanAs } from '../../desk/users/test-support.ts'
import { lastUsableDay } from './expiry-days.ts'
import { expirePoints } from './expiry.service.ts'

const MONTHS = 2
const today = dayOf(new Date())
const REF = today.replaceAll('-', '')
/** Points of this day are the last ones that a run of today takes. */
const OVER = Array.from({ length: 70 }, (_, ago) => addDays(today, -ago)).find(
  (day) => lastUsableDay(day, MONTHS) < today,
)

let server: TestServer

beforeAll(async () => {
  server = await testServer({ ...WIDE, POINTS_EXPIRE_MONTHS: String(MONTHS) })
  await server.staff('admin')
})
afterAll(() => server.stop())

type Who = Pick<Payee, 'memberId' | 'token'>

/** Points that were earned at the very end of a day. */
async function earn({ memberId }: Who, day: string | undefined, points: number) {
  const at = new Date(startOfDay(addDays(day ?? today, 1)).getTime() - 1)
  await post(memberId, at, { kind: 'scan', debit: 'issuance', credit: 'available', points })
}

async function post(memberId: number, at: Date, move: Omit<Move, 'ref'>) {
  const ref = makeStaffChangeId(at.getTime())
  await transaction(server.db, (tx) =>
    postTransfer(tx, { memberId, at, moves: [{ ...move, ref }] }),
  )
}

const balance = async ({ token }: Who) => (await server.call(memberBalance, { token })).body
const expiring = async ({ token }: Who) => (await server.call(memberExpiring, { token })).body
const expiries = async ({ memberId }: Who) => {
  const rows = await server.db
    .selectFrom('transfer')
    .select(['points', 'ref', 'idempotency_key as key'])
    .where('member_id', '=', memberId)
    .where('kind', '=', TRANSFER_KINDS.expiry)
    .orderBy('seq')
    .execute()
  return rows.map(({ points, ref, key }) => [Number(points), ref, key])
}
const run = (signal?: AbortSignal) => expirePoints(server.context, signal)

test('points can be used to the end of their last day, and the next night takes what is left', async () => {
  const member = await server.member()
  await earn(member, addDays(today, -200), 70)
  await earn(member, OVER, 30)
  await earn(member, addDays(OVER ?? '', 1), 20)
  await earn(member, today, 5)
  await post(member.memberId, new Date(), {
    kind: 'adjustment',
    debit: 'available',
    credit: 'adjustment',
    points: 60,
  })
  // First in first out: of 70 and 30 there are 40 left.
  const lastDay = lastUsableDay(addDays(OVER ?? '', 1), MONTHS)
  expect(lastDay).toBe(today)
  const end = lastUsableDay(today, MONTHS)
  expect(await expiring(member)).toEqual({
    lots: [
      { lastDay: today, points: 60 },
      { lastDay: end, points: 5 },
    ],
    total: 65,
  })
  await run()
  expect(await balance(member)).toEqual({ available: 25, held: 0 })
  expect(await expiring(member)).toEqual({
    lots: [
      { lastDay: today, points: 20 },
      { lastDay: end, points: 5 },
    ],
    total: 25,
  })
  const { body } = await server.call(memberPoints, {
    token: member.token,
    query: { kind: 'expiry' },
  })
  expect(body.items).toEqual([
    expect.objectContaining({
      kind: 'expiry',
      debit: 'available',
      credit: 'expired',
      points: 40,
      ref: REF,
      availableAfter: 25,
    }),
  ])
})

test('the run again takes nothing, and later that day what is newly over', async () => {
  const member = await server.member()
  await earn(member, OVER, 30)
  await run()
  await run()
  expect(await expiries(member)).toEqual([[30, REF, `expiry:${REF}:1`]])
  await earn(member, OVER, 7)
  await run()
  expect(await expiries(member)).toEqual([
    [30, REF, `expiry:${REF}:1`],
    [7, REF, `expiry:${REF}:2`],
  ])
})

test('who is blocked loses points like anybody, and who has none is left alone', async () => {
  const [blocked, empty] = [await server.member(), await server.member()]
  await earn(blocked, OVER, 30)
  await earn(empty, OVER, 30)
  await post(empty.memberId, new Date(), {
    kind: 'adjustment',
    debit: 'available',
    credit: 'adjustment',
    points: 30,
  })
  await server.db
    .updateTable('member_account')
    .set({ blocked: true })
    .where('member_id', '=', blocked.memberId)
    .execute()
  await run()
  expect([await expiries(blocked), await expiries(empty)]).toEqual([
    [[30, REF, `expiry:${REF}:1`]],
    [],
  ])
})

test('0 months: nothing expires and nobody is told so', async () => {
  const member = await server.member()
  await earn(member, OVER, 30)
  const { rules } = server.context
  const never = { ...rules, at: (at: Date) => ({ ...rules.at(at), pointsExpireMonths: 0 }) }
  await expirePoints({ ...server.context, rules: never })
  expect(await balance(member)).toEqual({ available: 30, held: 0 })
  await run()
  expect(await balance(member)).toEqual({ available: 0, held: 0 })
  const months = (env: Record<string, string>) => startValues(readConfig(env)).pointsExpireMonths
  const ours = { DATABASE_URL: 'postgres://db.example/hil' }
  expect([months({}), months(ours), months({ ...ours, POINTS_EXPIRE_MONTHS: '0' })]).toEqual([
    4, 24, 0,
  ])
})

test('requests at the same moment never overdraw, and nothing expires twice', async () => {
  const members = await Promise.all(Array.from({ length: 16 }, () => payee(server, { points: 0 })))
  for (const member of members) {
    await earn(member, OVER, 100)
    await earn(member, today, 50)
  }
  const asking = members.map(async (member, index) => {
    await delay(index * 3)
    return (await ask(server, member, { points: 60 })).status
  })
  const [answers] = await Promise.all([Promise.all(asking), run(), run(), run()])
  for (const [index, member] of members.entries()) {
    // Whoever came first: 60 of the old ones are held and 40 expired, or 100 expired and 50 are too few.
    const points = (await expiries(member)).map(([expired]) => expired)
    const left = await balanceOf(server, member.memberId)
    expect([answers[index], points, left]).toEqual(
      answers[index] === 200
        ? [200, [40], { available: 50, held: 60 }]
        : [409, [100], { available: 50, held: 0 }],
    )
  }
})

test('it runs beside scans: every scan is credited and the books balance', async () => {
  const codes = await activeCodes(server, { batchId: 7, coupons: 40 })
  const members = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  for (const member of members) await earn(member, OVER, 100)
  const scans = codes.map((code, index) => scanAs(server, members[index % 4]?.token, code))
  const [answers] = await Promise.all([Promise.all(scans), run(), delay(20).then(() => run())])
  expect(new Set(answers.map(({ body }) => body.result))).toEqual(new Set(['credited']))
  for (const member of members) {
    expect(await expiries(member)).toEqual([[100, REF, `expiry:${REF}:1`]])
    expect(await balance(member)).toEqual({ available: 400, held: 0 })
  }
  const broken = await brokenInvariants(server)
  expect(broken.filter((name) => !NOT_PLAYED.includes(name))).toEqual([])
})
/** Here points, blocks and KYC are put there without what they come from. */
const NOT_PLAYED = [
  'Points come from scans that are there',
  'An approved adjustment moved its points once, any other none',
  'The scan engine knows as blocked whom staff blocked or who left',
  'Each round of a KYC is one submission',
  'A decided KYC has its decision in the log, a waiting one has none of this round',
]

test('cut off half way it is finished by the next run', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => server.member()))
  for (const member of members) await earn(member, OVER, 10)
  const stop = new AbortController()
  let asked = 0
  const now = () => {
    // Once for the day, then once for each member.
    if (++asked === 4) stop.abort()
    return new Date()
  }
  await expirePoints({ ...server.context, now }, stop.signal)
  const done = async () => (await Promise.all(members.map(expiries))).flat().length
  // The third and those who were under way beside it.
  const soon = await done()
  expect([soon >= 3, soon < 10]).toEqual([true, true])
  await run()
  expect(await done()).toBe(20)
})

test('the nightly job does it', async () => {
  const member = await server.member()
  await earn(member, OVER, 10)
  const job = jobHandlers(server.context)['expire-points']
  await job({}, new AbortController().signal)
  expect(await expiries(member)).toHaveLength(1)
})

test('a member whose points cannot be taken keeps no other waiting, and the job fails', async () => {
  const [first, second] = [await server.member(), await server.member()]
  await earn(first, OVER, 10)
  await earn(second, OVER, 10)
  await transaction(server.db, (tx) =>
    postTransfer(tx, {
      memberId: first.memberId,
      at: new Date(),
      moves: [
        {
          kind: 'scan',
          debit: 'issuance',
          credit: 'available',
          points: 1,
          ref: '1',
          idempotencyKey: `expiry:${REF}:1`,
        },
      ],
    }),
  )
  await expect(run()).rejects.toThrow('The points of 1 members did not expire.')
  expect([await expiries(first), await expiries(second)]).toEqual([
    [],
    [[10, REF, `expiry:${REF}:1`]],
  ])
})

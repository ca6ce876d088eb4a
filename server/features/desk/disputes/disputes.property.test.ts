import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { examples, SEED } from '../../../test/trust.ts'
import { place } from '../enquiries/open.service.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'
import { attempt, makeLot, type Lot } from '../../programme/scans/engine.fixture.ts'
import { addScheme } from '../../programme/scans/engine.suite.ts'
import { releaseHeld, reverseHeld } from '../../programme/scans/review.queries.ts'
import { decideDispute, proposeDispute } from './decide.service.ts'
import { DisputeModel, type Outcome } from './disputes.model.ts'
import { deskOf, SETTINGS } from './test-support.ts'

// In full: npm run trust -- models [seed].
const RUNS = examples(8, 200)
const MEMBERS = 3
const HOLDS = [false, false, false, true, true]
const CAP = 20
const ORIGIN = { requestId: 'test', address: '127.0.0.1', userAgent: undefined }

let server: TestServer
let desk: ReturnType<typeof deskOf>
let proposer: StaffCaller
let approver: StaffCaller
let lots = 0

beforeAll(async () => {
  server = await testServer(SETTINGS)
  desk = deskOf(server)
  const { cs, admin } = await desk.people()
  await desk.lot(1)
  const caller = (staffId: number, role: 'cs' | 'admin'): StaffCaller => ({
    kind: 'staff',
    staffId,
    email: `${role}@test.example`,
    name: role,
    role,
    plantId: null,
    sessionHash: Buffer.of(0),
  })
  proposer = caller(cs.staffId, 'cs')
  approver = caller(admin.staffId, 'admin')
  await addScheme(server.db, { cap_per_member: CAP })
})
afterAll(() => server.stop())

const member = fc.nat({ max: MEMBERS - 1 })
const coupon = fc.nat({ max: HOLDS.length - 1 })
const dispute = fc.nat({ max: 5 })
const anAct = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('scan' as const), member, coupon }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('claim' as const), member, coupon }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('propose' as const),
      dispute,
      outcome: fc.constantFrom<Outcome>('move', 'move', 'move', 'keep'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('decide' as const),
      dispute,
      agree: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('release' as const, 'reverse' as const), coupon }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('spend' as const),
      member,
      points: fc.integer({ min: 1, max: 60 }),
    }),
  },
)
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never
type World = {
  model: DisputeModel
  members: number[]
  /** Of each coupon, its lot and its place in it. */
  coupons: { lot: Lot; index: number }[]
  /** In the order of the model's; and per member and coupon the last refused scan. */
  enquiries: string[]
  refused: Map<string, string>
  credits: Map<number, string>
  moved: number
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

const PLAY: {
  [K in Act['act']]: (world: World, doing: Extract<Act, { act: K }>) => Promise<void>
} = {
  async scan({ model, members, coupons, refused, credits }, { member: who, coupon: which }) {
    const { lot, index } = coupons[which] ?? raise()
    const found = await server.context.scanEngine.scan(attempt(lot, index, members[who] ?? 0))
    expect(found.result).toBe(model.scan(who, which))
    if (found.result === 'credited') credits.set(which, found.scanId)
    if (found.result === 'already_scanned') refused.set(`${who} ${which}`, found.scanId)
  },
  async claim({ model, members, enquiries, refused }, { member: who, coupon: which }) {
    const scanId = refused.get(`${who} ${which}`)
    if (scanId === undefined) return
    const expected = model.claim(who, which)
    const asked = {
      memberId: members[who] ?? 0,
      by: null,
      category: 'dispute' as const,
      subject: 'Mine',
      body: 'It is mine',
      attachmentIds: [],
      scanId,
      idempotencyKey: randomUUID(),
      requestId: 'test',
    }
    const opened = place(server.context, asked).then((id) => enquiries.push(id))
    expect(await succeeds(opened)).toBe(expected)
  },
  async propose({ model, enquiries }, { dispute: index, outcome }) {
    const enquiryId = enquiries[index]
    if (enquiryId === undefined) return
    const by = { caller: proposer, enquiryId, origin: ORIGIN }
    const reason = 'As the bill shows'
    const expected = model.propose(index, outcome)
    expect(await succeeds(proposeDispute(server.context, by, { outcome, reason }))).toBe(expected)
  },
  async decide(world, { dispute: index, agree }) {
    const { model, enquiries } = world
    const enquiryId = enquiries[index]
    if (enquiryId === undefined) return
    const outcome = model.disputes[index]?.proposed ?? 'move'
    const by = { caller: approver, enquiryId, origin: ORIGIN }
    const decided = decideDispute(server.context, by, { agree, outcome, note: 'Agreed' })
    const before = model.disputes[index]
    const expected = model.decide(index, agree)
    expect(await succeeds(decided)).toBe(expected)
    if (!expected || !agree || outcome !== 'move' || !before) return
    world.moved++
    world.credits.delete(before.coupon)
  },
  release: async (world, { coupon: which }) => review(world, which, 'release'),
  reverse: async (world, { coupon: which }) => review(world, which, 'reverse'),
  async spend({ model, members }, { member: who, points }) {
    const work = spend(members[who] ?? 0, points)
    expect(await succeeds(work)).toBe(model.spend(who, points))
  },
}

function raise(): never {
  throw new Error('There is no such thing.')
}

/** Of a scan that was moved on by a dispute nothing is held, so its newest credit is enough. */
async function review(world: World, which: number, act: 'release' | 'reverse'): Promise<void> {
  const { model, members, credits } = world
  const scanId = credits.get(which)
  const owner = model.owners[which]
  if (scanId === undefined || !owner) return
  const memberId = members[owner.member] ?? 0
  const reviewed = { memberId, scanId, staffId: proposer.staffId, reason: 'Seen', at: new Date() }
  const step = act === 'release' ? releaseHeld : reverseHeld
  const points = await transaction(server.db, (tx) => step(tx, reviewed))
  expect(points !== null).toBe(model[act](which))
}

async function spend(memberId: number, points: number): Promise<void> {
  const id = makeStaffChangeId(Date.now())
  await transaction(server.db, async (tx) => {
    await sql`insert into points_adjustment (adjustment_id, member_id, points, reason, state,
        requested_by, requested_at, decided_by, decided_at, idempotency_key, body_hash)
      values (${id}, ${memberId}, ${-points}, 'Spent', 'approved', ${proposer.staffId}, now(),
        ${approver.staffId}, now(), ${id}, '')`.execute(tx)
    const move = {
      kind: 'adjustment' as const,
      debit: 'available' as const,
      credit: 'adjustment' as const,
      points,
      ref: id,
    }
    await postTransfer(tx, { memberId, at: new Date(), moves: [move] })
  })
}

async function newWorld(): Promise<World> {
  const { connection } = server.context
  const database = { db: server.db, connection, drop: async () => {} }
  const makeOf = (held: boolean) => {
    lots++
    const coupons = HOLDS.filter((holds) => holds === held).length
    return makeLot(database, { batchId: 100 + lots, coupons, ...(held && { sentToState: 9 }) })
  }
  const [free, holding] = [await makeOf(false), await makeOf(true)]
  const members: number[] = []
  for (let i = 0; i < MEMBERS; i++) members.push((await server.member()).memberId)
  let [ofFree, ofHolding] = [0, 0]
  return {
    model: new DisputeModel(MEMBERS, HOLDS, CAP),
    members,
    coupons: HOLDS.map((held) =>
      held ? { lot: holding, index: ofHolding++ } : { lot: free, index: ofFree++ },
    ),
    enquiries: [],
    refused: new Map(),
    credits: new Map(),
    moved: 0,
  }
}

async function agrees({ model, members }: World): Promise<void> {
  const { rows } = await sql<{ available: number; held: number }>`
    select available::int, held::int from member_account
    where member_id = any(${members}::int[]) order by member_id`.execute(server.db)
  expect(rows).toEqual(
    model.available.map((available, i) => ({ available, held: model.held[i] ?? 0 })),
  )
}

/** One run that surely moves a credit: a handful of random ones may not bring a dispute so far. */
const ONE_MOVES: Act[] = [
  { act: 'scan', member: 0, coupon: 0 },
  { act: 'scan', member: 1, coupon: 0 },
  { act: 'claim', member: 1, coupon: 0 },
  { act: 'propose', dispute: 0, outcome: 'move' },
  { act: 'decide', dispute: 0, agree: true },
]

test(`scans, claims, decisions, reviews and spending in any order agree with the model, ${RUNS.numRuns} times; seed ${SEED}`, async () => {
  const acts = fc.array(anAct, { minLength: 40, maxLength: 90, size: 'max' })
  let moved = 0
  await fc.assert(
    fc.asyncProperty(acts, async (doings) => {
      const world = await newWorld()
      for (const doing of doings) {
        // The table has the function of this very act.
        await PLAY[doing.act](world, doing as never)
        await agrees(world)
      }
      await desk.intact()
      moved += world.moved
    }),
    { ...RUNS, endOnFailure: true, examples: [[ONE_MOVES]] },
  )
  expect(moved).toBeGreaterThan(0)
}, 1_800_000)

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Audience } from '../../../../contract/people/audience.ts'
import { KYC_STATES, type KycState } from '../../../../contract/people/kyc-states.ts'
import {
  LANGUAGES,
  MEMBER_KINDS,
  type Language,
  type MemberKind,
} from '../../../../contract/people/members.ts'
import { countAudience } from '../../../../contract/desk/notifications.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

const DAY_MS = 86_400_000
const MEMBERS = 240
const STATES = [7, 9, 27, 29]

/** A member as the model knows them: their newest scan whose points still stand, in days ago. */
type Person = {
  kind: MemberKind
  state: number
  distributor: number | null
  kyc: KycState
  language: Language
  status: 'active' | 'blocked' | 'left' | 'erased'
  scannedDaysAgo: number | null
}

let server: TestServer
let token: string
let distributors: number[]
let people: Person[]

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  token = (await server.staff('marketing')).token
  const { rows } = await sql<{ id: number }>`
    insert into distributor (code, name, state, city)
    select 'D' || i, 'Firm ' || i, 27, 'Pune' from generate_series(1, 3) i
    returning distributor_id as id`.execute(server.db)
  distributors = rows.map(({ id }) => id)
  people = Array.from({ length: MEMBERS }, (_, index) => personOf(index))
  for (const [index, person] of people.entries()) await store(person, 1000 + index)
})
afterAll(() => server.stop())

/** Mixed radix over the properties, so that every pair of values meets somewhere. */
function personOf(index: number): Person {
  const pick = <T>(from: readonly T[], step: number): T => {
    const found = from[Math.floor(index / step) % from.length]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  return {
    kind: pick(MEMBER_KINDS, 1),
    state: pick(STATES, 3),
    distributor: pick([...distributors, null], 5),
    kyc: pick(KYC_STATES, 2),
    language: pick(LANGUAGES, 7),
    status: pick(['active', 'active', 'active', 'blocked', 'active', 'left', 'erased'], 1),
    scannedDaysAgo: pick([null, 0, 5, 29, 31, 100, null], 4),
  }
}

async function store(person: Person, memberId: number): Promise<void> {
  const { status } = person
  const isErased = status === 'erased'
  const now = new Date()
  await server.db
    .insertInto('member')
    .values({
      member_id: memberId,
      code: `M${memberId}`,
      mobile: isErased ? `erased-${memberId}` : String(9_000_000_000 + memberId),
      name: isErased ? 'Erased member' : 'Ramesh',
      kind: person.kind,
      state: person.state,
      city: '',
      language: person.language,
      distributor_id: person.distributor,
      kyc_state: person.kyc,
      joined_at: now,
      blocked_reason: status === 'blocked' ? 'Fraud' : null,
      left_at: status === 'left' ? now : null,
      erased_at: isErased ? now : null,
    })
    .execute()
  // As the engine leaves it after scans without a place: nothing is known of them here.
  await sql`insert into member_account (member_id) values (${memberId})`.execute(server.db)
  if (person.scannedDaysAgo !== null) await scan(memberId, person.scannedDaysAgo, {})
  // What gave no points, or lost them again, counts for nobody.
  await scan(memberId, 1, { result: SCAN_RESULTS.already_scanned })
  await scan(memberId, 2, { review: REVIEWS.indexOf('reversed') })
}

/** A scan so many days and one minute ago; who scanned 5 days ago is within 6. */
async function scan(
  memberId: number,
  daysAgo: number,
  { result = SCAN_RESULTS.credited, review }: { result?: number; review?: number },
): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS - 60_000)
  await sql`insert into scan (id, code_key, occurred_at, recorded_at, member_id, points, result,
      state, review)
    values (${firstIdAt(at)}::bigint + ${memberId * 8}, gen_random_uuid(), ${at}, ${at}, ${memberId},
      0, ${result}, 27, ${review ?? null})`.execute(server.db)
}

function isOf(person: Person, { activity, ...lists }: Audience): boolean {
  if (person.status !== 'active') return false
  const has = <T>(list: readonly T[], value: T) => list.length === 0 || list.includes(value)
  const daysAgo = person.scannedDaysAgo
  const isWithin = daysAgo !== null && activity !== null && daysAgo < activity.days
  return (
    has(lists.kinds, person.kind) &&
    has(lists.states, person.state) &&
    has<number | null>(lists.distributorIds, person.distributor) &&
    has(lists.kycStates, person.kyc) &&
    has(lists.languages, person.language) &&
    (activity === null || isWithin === (activity.scanned === 'within'))
  )
}

const count = (audience: object) => server.call(countAudience, { token, body: { audience } })

const some = <T>(from: readonly T[]) => fc.uniqueArray(fc.constantFrom(...from), { maxLength: 3 })

test('an audience is those whom a plain model finds, whatever it narrows by', async () => {
  const audiences = fc.record({
    kinds: some(MEMBER_KINDS),
    states: some(STATES),
    distributorIds: some([...distributors, 999_999]),
    kycStates: some(KYC_STATES),
    languages: fc.uniqueArray(fc.constantFrom(...LANGUAGES), { maxLength: 2 }),
    activity: fc.option(
      fc.record({
        scanned: fc.constantFrom('within' as const, 'not_within' as const),
        days: fc.constantFrom(1, 3, 6, 30, 60, 3650),
      }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(audiences, async (audience) => {
      const { status, body } = await count(audience)
      expect(status).toBe(200)
      const fitting = people.filter((person) => isOf(person, audience))
      const speaking = (language: Language) =>
        fitting.filter((person) => person.language === language).length
      expect(body).toEqual({
        members: fitting.length,
        en: speaking('en'),
        hi: speaking('hi'),
        all: people.filter(({ status }) => status === 'active').length,
      })
    }),
    { numRuns: 120 },
  )
})

test('an empty audience is every active member, and nobody else', async () => {
  const active = people.filter(({ status }) => status === 'active').length
  expect(active).toBeGreaterThan(100)
  expect(active).toBeLessThan(MEMBERS)
  expect((await count({})).body).toMatchObject({ members: active, all: active })
})

test('what no audience can be is refused in words', async () => {
  for (const audience of [
    { kinds: ['dealer'] },
    { states: [99] },
    { activity: { scanned: 'within', days: 0 } },
    { languages: ['mr'] },
    'everybody',
  ]) {
    expect((await server.call(countAudience, { token, body: { audience } })).status).toBe(400)
  }
  const { token: hod } = await server.staff('courier')
  expect((await server.call(countAudience, { token: hod, body: { audience: {} } })).status).toBe(
    403,
  )
})

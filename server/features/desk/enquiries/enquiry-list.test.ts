import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/enquiries.ts'
import { type EnquiryListQuery } from '../../../../contract/desk/enquiries.ts'
import {
  ENQUIRY_CATEGORIES,
  ENQUIRY_STATES,
  type EnquiryCategory,
  type EnquiryState,
} from '../../../../contract/desk/enquiry-states.ts'
import { dayOf } from '../../../../contract/time.ts'
import { makeRandom } from '../../../demo/random.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { at } from './test-support.ts'

const HOUR = 3_600_000
const COUNT = 160
const NOW = new Date('2026-11-20T06:30:00Z')
const categories = Object.keys(ENQUIRY_CATEGORIES) as EnquiryCategory[]

type Person = { token: string; staffId: number }
type Member = { memberId: number; mobile: string }
type Model = {
  enquiryId: string
  number: string
  memberId: number
  category: EnquiryCategory
  state: EnquiryState
  ownerId: number | null
  openedAt: Date
  dueAt: Date | null
}
let server: TestServer
let staff: Person[]
let members: Member[]
let model: Model[]
const random = makeRandom(20_261_122)

beforeAll(async () => {
  server = await testServer()
  staff = [await server.staff('cs'), await server.staff('sub admin')]
  members = [await server.member(), await server.member(), await server.member()]
  model = Array.from({ length: COUNT }, (_, index) => drawn(index))
  await server.db
    .insertInto('enquiry')
    .values(model.map((row) => stored(row)))
    .execute()
})
afterAll(() => server.stop())

const pick = <T>(items: readonly T[]): T => {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new RangeError('Nothing to pick from.')
  return item
}
/** Some of them at the very edges of what is late, and several at one moment. */
const DUE_IN = [-30, -1 / 3_600_000, 0, 1, 2, 2 + 1 / 3_600_000, 20]

function drawn(index: number): Model {
  const state = pick(ENQUIRY_STATES)
  const isRunning = state === 'open' || state === 'in_progress'
  const openedAt = new Date(NOW.getTime() - random.below(40) * 7 * HOUR)
  return {
    enquiryId: makeStaffChangeId(openedAt.getTime()),
    number: `EQ${200_001 + index}`,
    memberId: pick(members).memberId,
    category: pick(categories),
    state,
    ownerId: pick([null, ...staff.map(({ staffId }) => staffId)]),
    openedAt,
    dueAt: isRunning ? new Date(NOW.getTime() + pick(DUE_IN) * HOUR) : null,
  }
}

function stored(row: Model) {
  const isOver = row.state === 'resolved' || row.state === 'closed'
  return {
    enquiry_id: row.enquiryId,
    number: row.number,
    member_id: row.memberId,
    category: row.category,
    subject: 'Points of yesterday',
    state: row.state,
    owner_id: row.ownerId,
    opened_at: row.openedAt,
    opened_by: null,
    last_message_at: row.openedAt,
    member_wrote_last: true,
    answer_by: row.dueAt ?? row.openedAt,
    answered_at: row.dueAt ? null : row.openedAt,
    resolve_by: row.openedAt,
    waiting_since: row.state === 'waiting' ? row.openedAt : null,
    resolved_at: isOver ? row.openedAt : null,
    closed_at: row.state === 'closed' ? row.openedAt : null,
    due_at: row.dueAt,
    scan_id: null,
    redemption_id: null,
    key_digest: Buffer.from(row.number),
    body_digest: Buffer.alloc(32),
  }
}

/** The plain model: a filter of an array, and a sort. */
function expected(query: Partial<EnquiryListQuery>, me: number): string[] {
  const { status, category, owner, late, member, from, to, sort = 'urgent' } = query
  const kept = model.filter((row) => {
    const due = row.dueAt === null ? null : row.dueAt.getTime() - NOW.getTime()
    const owned = owner === 'me' ? me : owner === 'nobody' ? null : owner
    return (
      (!status || status.includes(row.state)) &&
      (!category || category.includes(row.category)) &&
      (owned === undefined || row.ownerId === owned) &&
      (member === undefined || row.memberId === member) &&
      (late !== 'missed' || (due !== null && due < 0)) &&
      (late !== 'soon' || (due !== null && due >= 0 && due <= 2 * HOUR)) &&
      (!from || dayOf(row.openedAt) >= from) &&
      (!to || dayOf(row.openedAt) <= to)
    )
  })
  const value = ({ dueAt, openedAt }: Model) =>
    sort === 'urgent' ? (dueAt?.getTime() ?? Infinity) : openedAt.getTime()
  const turn = sort === 'newest' ? -1 : 1
  const by = (a: number, b: number) => (a === b ? 0 : a < b ? -turn : turn)
  return kept
    .toSorted(
      (a, b) => by(value(a), value(b)) || by(Number(BigInt(a.enquiryId) - BigInt(b.enquiryId)), 0),
    )
    .map(({ number }) => number)
}

function drawnQuery(): Partial<EnquiryListQuery> {
  const maybe = <T>(value: () => T) => (random.below(3) === 0 ? value() : undefined)
  const day = () => dayOf(new Date(NOW.getTime() - random.below(12) * 24 * HOUR))
  const [from, to] = [day(), day()].toSorted()
  return {
    status: maybe(() => [...new Set([pick(ENQUIRY_STATES), pick(ENQUIRY_STATES)])]),
    category: maybe(() => [pick(categories), pick(categories), pick(categories)]),
    owner: maybe(() => pick(['me' as const, 'nobody' as const, staff[1]?.staffId ?? 0])),
    late: maybe(() => pick(['missed' as const, 'soon' as const])),
    member: maybe(() => pick(members).memberId),
    from: maybe(() => from),
    to: maybe(() => to),
    sort: pick(['urgent', 'newest', 'oldest']),
  }
}

const list = (query: object, { token } = staff[0] ?? { token: '' }) =>
  at(server, NOW, () => server.call(contract.listEnquiries, { token, query: { ...query } }))

/** The numbers of all pages one after the other, and then back again. */
async function walked(query: object): Promise<{ there: string[]; back: string[] }> {
  const [there, back]: [string[], string[]] = [[], []]
  let previous: string | null = null
  for (let after: string | undefined; ;) {
    const { status, body } = await list({ ...query, limit: 7, after })
    expect(status, JSON.stringify(body)).toBe(200)
    there.push(...body.items.map(({ number }) => number))
    previous = body.previous
    if (body.next === null) break
    after = body.next
  }
  while (previous !== null) {
    const { body } = await list({ ...query, limit: 7, before: previous })
    back.unshift(...body.items.map(({ number }) => number))
    previous = body.previous
  }
  return { there, back }
}

test('any filter in any order gives what a plain filter gives, page by page', async () => {
  const me = staff[0]?.staffId ?? 0
  let shown = 0
  for (let turn = 0; turn < 60; turn++) {
    const query = drawnQuery()
    const wanted = expected(query, me)
    const { there, back } = await walked(query)
    expect(there, JSON.stringify(query)).toEqual(wanted)
    expect(back, JSON.stringify(query)).toEqual(wanted.slice(0, back.length))
    const { body } = await list({ ...query, count: 'yes', limit: 1 })
    expect(body.count).toBe(wanted.length)
    shown += wanted.length
  }
  // Not a comparison of nothing with nothing.
  expect(shown).toBeGreaterThan(500)
})

test('the counts are those of the lists', async () => {
  const open = ['open', 'in_progress', 'waiting']
  for (const person of staff) {
    const { body } = await at(server, NOW, () =>
      server.call(contract.enquiryCounts, { token: person.token }),
    )
    const countOf = async (query: object) =>
      (await list({ ...query, count: 'yes', limit: 1 }, person)).body.count
    expect(body).toEqual({
      open: await countOf({ status: open }),
      mine: await countOf({ status: open, owner: 'me' }),
      unassigned: await countOf({ status: open, owner: 'nobody' }),
      missed: await countOf({ late: 'missed' }),
      soon: await countOf({ late: 'soon' }),
    })
    for (const count of Object.values(body)) expect(count).toBeGreaterThan(0)
  }
})

test('it is found by its number, and by the mobile or code of its member', async () => {
  const [one] = model
  const [member] = members
  if (!one || !member) throw new Error('Nothing was made.')
  for (const q of [one.number, one.number.toLowerCase(), one.number.slice(2)]) {
    expect((await list({ q })).body.items.map(({ number }) => number)).toEqual([one.number])
  }
  const theirs = expected({ member: member.memberId }, 0)
  for (const q of [member.mobile, `+91 ${member.mobile}`, `m${member.mobile}`]) {
    const { body } = await list({ q, limit: 200 })
    expect(body.items.map(({ number }) => number)).toEqual(theirs)
  }
  expect((await list({ q: 'EQ999999' })).body.items).toEqual([])
  expect((await list({ q: '9000000000' })).body.items).toEqual([])
  expect((await list({ q: 'Ramesh' })).status).toBe(400)
  expect((await list({ from: '2026-11-20', to: '2026-11-19' })).status).toBe(400)
})

test('each row says what is late as the filter does', async () => {
  const { body } = await list({ limit: 200 })
  const isLate = ({ firstAnswer }: (typeof body.items)[number]) =>
    firstAnswer.doneAt === null && firstAnswer.missed
  const late = body.items.filter(isLate).map(({ number }) => number)
  expect(late).toEqual(expected({ late: 'missed' }, 0))
})

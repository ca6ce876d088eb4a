import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, endOfDay } from '../../../../contract/time.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { playTwoMonths, record, type TwoMonths } from '../settlements/test-support.ts'
import { fillLiabilityDays, liabilityBetween } from './liability.service.ts'

const MINUTE_MS = 60_000
let database: TestDatabase
let world: TwoMonths

// Without a server: its job would fill days meanwhile.
beforeAll(async () => {
  database = await testDatabase()
  await sql`insert into staff (email, name, role, created_at)
    values ('a@hil.example', 'A', 'admin', now())`.execute(database.db)
  world = await playTwoMonths(database.db)
  await record(database.db, world.alone, world.last.at(20), {
    kind: 'opening',
    debit: 'opening',
    credit: 'available',
    points: 40,
  })
})
afterAll(() => database.drop())

const fillAt = (at: Date) => fillLiabilityDays({ db: database.db, now: () => at })
const days = async () =>
  database.db.selectFrom('liability_day').selectAll().orderBy('day').execute()

/** Every day up to one, added up from all transfers in a list. */
async function expected(lastDay: string) {
  const moves = await database.db
    .selectFrom('transfer')
    .select(['recorded_at', 'debit', 'credit', 'points'])
    .execute()
  const first = dayOf(
    moves.map((row) => row.recorded_at).toSorted((a, b) => +a - +b)[0] ?? new Date(),
  )
  const rows = []
  const owed = { available: 0, held: 0 }
  for (let day = first; day <= lastDay; day = addDays(day, 1)) {
    const row = { brought: 0, earned: 0, redeemed: 0, expired: 0, adjusted: 0 }
    for (const { debit, credit, points, recorded_at: at } of moves) {
      if (dayOf(at) !== day) continue
      const by = Number(points)
      owed.available += (credit === 11 ? by : 0) - (debit === 11 ? by : 0)
      owed.held += (credit === 12 ? by : 0) - (debit === 12 ? by : 0)
      row.brought += debit === 5 ? by : 0
      row.earned += (debit === 1 ? by : 0) - (credit === 1 ? by : 0)
      row.redeemed += (credit === 2 ? by : 0) - (debit === 2 ? by : 0)
      row.expired += credit === 3 ? by : 0
      row.adjusted += (debit === 4 ? by : 0) - (credit === 4 ? by : 0)
    }
    const numbers = { ...row, ...owed }
    rows.push({
      day,
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
    })
  }
  return rows
}

test('fills every day from the first with points, a quarter of an hour after its end', async () => {
  const middle = dayOf(world.last.at(4))
  await fillAt(new Date(endOfDay(middle).getTime() + 14 * MINUTE_MS))
  expect(await days()).toEqual(await expected(addDays(middle, -1)))
  await fillAt(new Date(endOfDay(middle).getTime() + 15 * MINUTE_MS))
  expect(await days()).toEqual(await expected(middle))
})

test('goes on where it stopped, and again changes nothing', async () => {
  const yesterday = addDays(dayOf(new Date()), -1)
  const noon = new Date(endOfDay(yesterday).getTime() + 720 * MINUTE_MS)
  await Promise.all([fillAt(noon), fillAt(noon)])
  const rows = await days()
  expect(rows).toEqual(await expected(yesterday))
  expect(rows.length).toBeGreaterThan(28)
  await fillAt(noon)
  expect(await days()).toEqual(rows)
})

test('a period has nothing before the first day, and the last days though no job filled them', async () => {
  const today = dayOf(new Date())
  const all = await days()
  const between = (from: string, to: string) =>
    database.db.transaction().execute((tx) => liabilityBetween(tx, { from, to }, today))
  const from = addDays(all[0]?.day ?? '', -3)
  const known = all.map(({ day, available, held }) => ({
    day,
    available: Number(available),
    held: Number(held),
  }))
  const none = [-3, -2, -1].map((by) => ({
    day: addDays(all[0]?.day ?? '', by),
    available: 0,
    held: 0,
  }))
  expect(await between(from, today)).toEqual([...none, ...known])
  expect(await between(from, addDays(today, 30))).toEqual([...none, ...known])
  expect(await between(today, today)).toEqual([])
  await sql`delete from liability_day where day >= ${addDays(today, -2)}`.execute(database.db)
  expect(await between(from, today)).toEqual([...none, ...known])
  expect(await between(addDays(today, -1), today)).toEqual(known.slice(-1))
  await sql`delete from liability_day where day >= ${addDays(today, -9)}`.execute(database.db)
  expect(await between(from, today)).toEqual([...none, ...known.slice(0, -9)])
})

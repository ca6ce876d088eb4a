import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataUseToday } from '../../../../contract/platform/data-access.ts'
import { revealKyc } from '../../../../contract/people/kyc.ts'
import { BUDGET_RULES } from '../../../../contract/platform/rule-budgets.ts'
import { downloadReport } from '../../../../contract/insight/reports.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { submitted, type Person } from '../../people/kyc/test-support.ts'
import { exporting } from '../../insight/list-exports/test-support.ts'
import { changeRule } from '../rules/test-support.ts'
import { miscounted, thousandsIn, noticeTexts } from './test-support.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>

const STATES = [27, 24, 29, 33, 9, 36, 8]

/** Two processes in one, that share nothing but the database and its key. */
let database: TestDatabase
let one: TestServer
let other: TestServer
let admin: Staff
let almond: Staff
let member: Person

beforeAll(async () => {
  database = await testDatabase()
  const settings = { MASTER_KEY: '0a'.repeat(32) }
  one = await testServer(settings, { database })
  other = await testServer(settings, { database: { ...database, drop: async () => {} } })
  admin = await one.staff('admin')
  almond = await one.staff('almond team')
  member = await submitted(one)
  await thousandsIn(one, STATES)
})
afterAll(async () => {
  await other?.stop()
  await one?.stop()
})

async function refusalOf(answer: Response): Promise<[number, string]> {
  const { message } = (await answer.json()) as { message: string }
  return [answer.status, message]
}
const trailOf = ({ staffId }: Staff) =>
  one.db.selectFrom('audit').select(['action', 'after']).where('staff_id', '=', staffId).execute()

describe('exports', () => {
  // Succeeded on 25 November 2026: everybody who saw the list took all of it.
  test('of more than 1,000 rows are for who may download reports', async () => {
    const cs = await one.staff('cs')
    const take = exporting(one, cs.token)
    const answer = await take({ list: 'users', query: { region: [27, 24] } })
    expect(await refusalOf(answer)).toEqual([
      403,
      'Your role exports at most 1,000 rows of a list at once: more are a report. Narrow the filters, or ask somebody who downloads reports.',
    ])
    expect(await trailOf(cs)).toEqual([])
    const mine = exporting(one, (await one.staff('sub admin')).token)
    const allowed = await mine({ list: 'users', query: { region: [27, 24] } })
    await allowed.arrayBuffer()
    expect(allowed.status).toBe(200)
  })

  // Succeeded on 25 November 2026: 40 pieces of 1,000 rows were 40,000 members.
  test('cut into 40 pieces of 1,000 rows end at the budget of the day', async () => {
    const cs = await one.staff('cs')
    const statuses: number[] = []
    for (let piece = 0; piece < 40; piece++) {
      const take = exporting(piece % 2 === 0 ? one : other, cs.token)
      const answer = await take({
        list: 'users',
        query: { region: [STATES[piece % STATES.length] ?? 27], kind: ['mason'], q: 'Person' },
      })
      if (answer.status === 429) {
        expect(await refusalOf(answer)).toEqual([
          429,
          'Your role exports at most 5,000 rows a day. You had 5,000 today, and this file has 1,000 rows. It begins again at midnight IST; if it cannot wait, ask Admin or Almond Team.',
        ])
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
      } else await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(35).fill(429)])
    expect(await trailOf(cs)).toHaveLength(5)
    const told = await noticeTexts(one, almond)
    expect(told.filter((words) => words.startsWith('Test cs exported'))).toEqual([
      'Test cs exported 4,000 rows today, of 5,000 that the role may.',
    ])
    expect(told.filter((words) => words.startsWith('Test cs was refused'))).toEqual([
      'Test cs was refused 1,000 rows: the budget of the day is used.',
    ])
  })

  test('of two processes at once pass only as far as the budget goes', async () => {
    const hod = await one.staff('hod')
    const answers = await Promise.all(
      [one, other, one, other].map(async (server, index) => {
        // Two at once are the most that one process makes for a person.
        const region = [STATES[index] ?? 27]
        const statuses: number[] = []
        for (let turn = 0; turn < 2; turn++) {
          const answer = await exporting(server, hod.token)({ list: 'users', query: { region } })
          await answer.arrayBuffer()
          statuses.push(answer.status)
        }
        return statuses
      }),
    )
    const passed = answers.flat().filter((status) => status === 200)
    expect(passed).toHaveLength(5)
    expect(await miscounted(database.db)).toEqual([])
  })

  test('are counted with reports, which are refused before their first row', async () => {
    await changeRule(one, { maker: admin, checker: almond }, { rule: 'rowsFinance', value: 4_000 })
    const finance = await one.staff('finance')
    const report = (state: number[]) =>
      one.raw(downloadReport, {
        token: finance.token,
        body: { reportType: 'member-balances', state },
      })
    const small = await report([33, 9, 36])
    await small.arrayBuffer()
    expect(small.status).toBe(200)
    const [status, message] = await refusalOf(await report([8, 29]))
    expect(status).toBe(429)
    expect(message).toContain('at most 4,000 rows a day. You had 3,000 today')
    expect(await trailOf(finance)).toMatchObject([
      { action: 'report.downloaded', after: { rows: 3_000, fromAddress: '127.0.0.1' } },
    ])
    const downloads = await one.db
      .selectFrom('report_download')
      .selectAll()
      .where('staff_id', '=', finance.staffId)
      .execute()
    expect(downloads).toMatchObject([{ rows: '3000', failed: false }])
  })
})

// Succeeded on 25 November 2026: nothing ended it, and nobody was told.
test('a reveal in a loop, in two processes at once, ends at the budget of the day', async () => {
  const cs = await one.staff('cs')
  const budget = BUDGET_RULES.revealsCs.start
  const reveal = (turn: number) =>
    (turn % 2 === 0 ? one : other).call(revealKyc, {
      token: cs.token,
      params: { memberId: member.memberId },
      body: { field: 'pan', reason: 'Only looking' },
    })
  const statuses: number[] = []
  for (let turn = 0; turn < 500; turn += 10) {
    const some = await Promise.all(Array.from({ length: 10 }, (_, index) => reveal(turn + index)))
    statuses.push(...some.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(budget)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect((await reveal(0)).body).toMatchObject({
    message:
      'Your role reveals at most 400 values a day. You had 400 today. It begins again at midnight IST; if it cannot wait, ask Admin or Almond Team.',
  })
  expect((await trailOf(cs)).filter(({ action }) => action === 'kyc.revealed')).toHaveLength(budget)
  const told = await noticeTexts(one, almond)
  expect(told).toContain('Test cs revealed 320 values today, of 400 that the role may.')
  expect(told).toContain('Test cs was refused 1 value: the budget of the day is used.')
  const { body } = await one.call(dataUseToday, { token: admin.token })
  const person = body.people.find(({ staffId }) => staffId === cs.staffId)
  expect(person?.uses[0]).toEqual({ kind: 'reveals', amount: budget, budget, refused: 101 })
  expect(await miscounted(database.db)).toEqual([])
}, 120_000)

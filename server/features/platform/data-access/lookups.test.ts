import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dataUseToday,
  listDataAccess,
  LOOKUPS_KEPT_DAYS,
  type AccessRow,
} from '../../../../contract/platform/data-access.ts'
import { revealKyc } from '../../../../contract/people/kyc.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { getUser, listUsers } from '../../../../contract/desk/users.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { submitted, type Person } from '../../people/kyc/test-support.ts'
import { exporting } from '../../insight/list-exports/test-support.ts'
import { changeRule } from '../rules/test-support.ts'
import { sweepLookups } from './lookups.service.ts'
import { miscounted, noticeTexts } from './test-support.ts'

type Staff = Awaited<ReturnType<TestServer['staff']>>

let database: TestDatabase
let server: TestServer
let admin: Staff
let cs: Staff
let member: Person

beforeAll(async () => {
  database = await testDatabase()
  server = await testServer({}, { database })
  admin = await server.staff('admin')
  cs = await server.staff('cs')
  member = await submitted(server)
})
afterAll(() => server.stop())

const look = ({ token }: Staff, { memberId }: { memberId: number }) =>
  server.call(getUser, { token, params: { memberId } })
const search = ({ token }: Staff, q: string, after?: string) =>
  server.call(listUsers, { token, query: { q, after } })
const list = async (query: object = {}) =>
  (await server.call(listDataAccess, { token: admin.token, query: { ...query } })).body.items
const peopleOf = async ({ staffId }: Staff) => {
  const { body } = await server.call(dataUseToday, { token: admin.token })
  const uses = body.people.find((person) => person.staffId === staffId)?.uses ?? []
  return uses.find(({ kind }) => kind === 'people')?.amount ?? 0
}
const shortly = ({ kind, subject, subjectId, times }: AccessRow) => [
  kind,
  subject,
  subjectId,
  times,
]

describe('looking somebody up', () => {
  test('counts a member once a day, in one row with how often', async () => {
    const agent = await server.staff('cs')
    const others = [await server.member(), await server.member()]
    for (const each of [member, member, ...others, member]) await look(agent, each)
    expect((await look(agent, { memberId: 999_999 })).status).toBe(404)
    expect(await peopleOf(agent)).toBe(3)
    expect((await list({ staff: agent.staffId })).map(shortly)).toEqual([
      ['opened', 'member', String(member.memberId), 3],
      ['opened', 'member', String(others[1]?.memberId), 1],
      ['opened', 'member', String(others[0]?.memberId), 1],
    ])
  })

  test('counts a search once while it is typed, and each other search', async () => {
    const agent = await server.staff('cs')
    for (const words of ['Ram', 'Rames', 'Ramesh', 'Ramesh']) await search(agent, words)
    expect(await peopleOf(agent)).toBe(1)
    for (const words of ['Suresh', 'Sita', 'S', 'Su']) await search(agent, words)
    expect(await peopleOf(agent)).toBe(4)
    const rows = await list({ staff: agent.staffId })
    expect(rows.map(shortly)).toEqual([['searched', 'list', 'users', 4]])
    expect(JSON.stringify(rows)).not.toContain('Ramesh')
  })

  test('is never refused, and those who manage accounts are told', async () => {
    const almond = await server.staff('almond team')
    await changeRule(server, { maker: admin, checker: almond }, { rule: 'peopleHod', value: 5 })
    const hod = await server.staff('hod')
    for (let turn = 0; turn < 8; turn++) {
      expect((await search(hod, `Somebody ${turn}`)).status).toBe(200)
    }
    const told = await noticeTexts(server, almond)
    expect(told.filter((words) => words.startsWith('Test hod')).toSorted()).toEqual([
      'Test hod looked up 4 people today, of 5 that the role may.',
      'Test hod looked up more than 5 people today, beyond the budget of the role.',
    ])
    expect(await miscounted(database.db)).toEqual([])
  })
})

describe('the page of who looked at what', () => {
  beforeAll(async () => {
    await look(cs, member)
    const body = { field: 'pan', reason: 'The bank asks for it' }
    await server.call(revealKyc, {
      token: cs.token,
      params: { memberId: member.memberId },
      body,
    })
    await (await exporting(server, cs.token)({ list: 'users' })).arrayBuffer()
  })

  test('is for who manages accounts', async () => {
    const allowed: string[] = []
    for (const role of ROLES) {
      const { token } = await server.staff(role)
      const { status } = await server.call(listDataAccess, { token })
      expect([200, 403]).toContain(status)
      expect((await server.call(dataUseToday, { token })).status).toBe(status)
      if (status === 200) allowed.push(role)
    }
    expect(allowed).toEqual(['admin', 'almond team'])
  })

  test('says who, what, of whom, when, from where and why', async () => {
    const [file, revealed, opened] = await list({ staff: cs.staffId })
    expect(file).toMatchObject({ kind: 'exported', subject: 'list', subjectId: 'users' })
    expect(file?.rows).toBeGreaterThan(1)
    expect(revealed).toMatchObject({
      by: 'Test cs',
      role: 'cs',
      kind: 'revealed',
      field: 'pan',
      subject: 'member',
      subjectId: String(member.memberId),
      fromAddress: '127.0.0.1',
      reason: 'The bank asks for it',
    })
    expect(revealed?.code).toMatch(/^M/)
    expect(opened).toMatchObject({ kind: 'opened', times: 1, code: revealed?.code })
  })

  test('by person, kind, day and subject, page by page', async () => {
    expect((await list({ kind: ['revealed'] })).map(({ kind }) => kind)).toEqual(['revealed'])
    const [revealed] = await list({ kind: ['revealed'] })
    const ofMember = await list({ q: revealed?.code ?? '', staff: cs.staffId })
    expect(ofMember.map(({ kind }) => kind)).toEqual(['revealed', 'opened'])
    expect(await list({ q: member.mobile, kind: ['exported'] })).toEqual([])
    expect(await list({ q: 'Nobody' })).toEqual([])
    expect(await list({ to: addDays(dayOf(new Date()), -1) })).toEqual([])
    const all = await list({ sort: 'oldest' })
    const pages: AccessRow[] = []
    let after: string | undefined
    do {
      const query = { sort: 'oldest', limit: 2, after }
      const { body } = await server.call(listDataAccess, { token: admin.token, query })
      pages.push(...body.items)
      after = body.next ?? undefined
    } while (after !== undefined)
    expect(pages).toEqual(all)
    expect(all.length).toBeGreaterThan(6)
  })

  test('is itself no look, and an export of it is one', async () => {
    const { token, staffId } = await server.staff('admin')
    await server.call(listDataAccess, { token, query: { q: member.mobile } })
    expect(await list({ staff: staffId })).toEqual([])
    await (await exporting(server, token)({ list: 'data-access' })).arrayBuffer()
    expect((await list({ staff: staffId })).map(shortly)).toEqual([
      ['exported', 'list', 'data-access', null],
    ])
  })
})

test('lookups and counters are deleted together when their days are over', async () => {
  const now = () => new Date(Date.now() + (LOOKUPS_KEPT_DAYS + 1) * 86_400_000)
  await sweepLookups({ db: server.db, now: () => new Date() })
  expect((await list({ kind: ['opened', 'searched'] })).length).toBeGreaterThan(0)
  await sweepLookups({ db: server.db, now })
  expect(await list({ kind: ['opened', 'searched'] })).toEqual([])
  expect(await server.db.selectFrom('data_use').selectAll().execute()).toEqual([])
  expect((await list({ kind: ['revealed'] })).length).toBe(1)
  expect(await miscounted(database.db)).toEqual([])
})

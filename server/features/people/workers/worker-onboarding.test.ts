import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWorker } from '../../../../contract/people/workers.ts'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import type { GivenRow } from '../onboarding/onboarding-kind.ts'
import { createStaff } from '../staff/staff.service.ts'
import { plantOf, sessionOf, statusOf } from './test-support.ts'
import { workerOnboarding as rules } from './worker-onboarding.service.ts'

let server: TestServer
let by: StaffCaller
const plantIds: Record<string, number> = {}

beforeAll(async () => {
  server = await testServer()
  for (const code of ['JHB', 'Kol']) plantIds[code] = await plantOf(server, code)
  const admin = await server.staff('admin')
  const caller = { email: 'a@test.example', name: 'A', role: 'admin', plantId: null } as const
  by = { kind: 'staff', ...admin, ...caller, sessionHash: Buffer.alloc(32) }
})
afterAll(() => server.stop())

let number = 0
const RIGHT = { name: 'Sunita Devi', plantCode: 'jhb', shift: '', language: '', joinedOn: '' }
/** A row that is right and names somebody new, with what differs. */
function given(cells: Record<string, string> = {}): GivenRow {
  number++
  const own = {
    employeeCode: `N${number}`,
    email: `n${number}@line.example`,
    mobile: `98${String(number).padStart(8, '0')}`,
  }
  return { rowNo: number, cells: { ...RIGHT, ...own, ...cells } }
}
/** The two cells that name a worker. */
const nameOf = ({ cells }: GivenRow) => ({
  employeeCode: cells.employeeCode ?? '',
  email: cells.email ?? '',
})
const judge = (rows: GivenRow[]) => rules.judge(server.context, server.db, rows)
async function judgeOne(cells: Record<string, string>) {
  const [judged] = await judge([given(cells)])
  return judged
}
const apply = (rows: GivenRow[]) =>
  transaction(server.db, async (tx) =>
    rules.apply(
      tx,
      { context: server.context, by, requestId: 'request-1', uploadId: '77' },
      rows,
      await rules.judge(server.context, tx, rows),
    ),
  )
const lastAudit = () =>
  server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()

test('every cell is checked, and each problem names its column', async () => {
  const wrong = {
    employeeCode: 'W 1',
    name: 'X',
    email: 'sunita',
    mobile: '12345',
    plantCode: 'XX',
    shift: 'D',
    language: 'Tamil',
    joinedOn: '1/4/2026',
  }
  expect((await judgeOne(wrong))?.problems).toEqual([
    {
      column: 'Employee code',
      reason: 'An employee code has up to 20 letters and digits, such as W0412 or JHB-112.',
    },
    { column: 'Name', reason: 'The name: a few words.' },
    { column: 'E-mail', reason: 'This is not an e-mail address: it looks like name@firm.in.' },
    {
      column: 'Mobile',
      reason: 'Enter a mobile number of ten digits that begins with 6, 7, 8 or 9.',
    },
    { column: 'Plant code', reason: 'There is no plant XX. The codes are JHB, Kol.' },
    { column: 'Shift', reason: 'A shift is A, B, C or G (general).' },
    { column: 'Language', reason: 'The language is Hindi or English.' },
    {
      column: 'Joined on',
      reason: 'This is text, not a date. Enter it as a date of the spreadsheet, or as 2026-11-20.',
    },
  ])
  const empty = { employeeCode: ' ', name: '', email: '', mobile: '', plantCode: '' }
  expect(await judgeOne(empty)).toMatchObject({
    verdict: 'refused',
    code: null,
    claims: [],
    problems: ['Employee code', 'Name', 'E-mail', 'Plant code'].map((column) => ({
      column,
      reason: `${column} is missing.`,
    })),
  })
  expect((await judgeOne({ name: 'Su\0nita' }))?.problems).toEqual([
    { column: 'Name', reason: 'This holds a character that cannot be stored.' },
  ])
  for (const joinedOn of ['0001-01-01', '1949-12-31']) {
    expect((await judgeOne({ joinedOn }))?.problems).toEqual([
      { column: 'Joined on', reason: 'The day is before 1950: look at the year again.' },
    ])
  }
})

test('new rows become workers, and the same file again says nothing new', async () => {
  const rows = [
    given({
      employeeCode: ' jhb-0112 ',
      email: 'Sunita.Devi@HIL.example ',
      mobile: '+91 98765 43210',
    }),
    given({
      mobile: '',
      plantCode: 'KOL',
      shift: 'b',
      language: 'English',
      joinedOn: '2026-04-01',
    }),
  ]
  const judged = await judge(rows)
  expect(judged).toMatchObject([
    {
      verdict: 'create',
      code: 'JHB-0112',
      claims: [
        { column: 'Employee code', value: 'JHB-0112' },
        { column: 'E-mail', value: 'sunita.devi@hil.example' },
        { column: 'Mobile', value: '9876543210' },
      ],
      subjectId: null,
    },
    { verdict: 'create', claims: [{ column: 'Employee code' }, { column: 'E-mail' }] },
  ])
  const ids = await apply(rows)
  const made = await server.db
    .selectFrom('worker')
    .innerJoin('staff', 'staff.staff_id', 'worker.staff_id')
    .selectAll()
    .where('worker.staff_id', 'in', [...ids.values()])
    .orderBy('worker.staff_id')
    .execute()
  expect(made).toMatchObject([
    {
      employee_code: 'JHB-0112',
      email: 'sunita.devi@hil.example',
      name: 'Sunita Devi',
      mobile: '9876543210',
      plant_id: plantIds.JHB,
      shift: 'G',
      language: 'hi',
      joined_on: null,
      role: 'worker',
      password_hash: null,
      disabled_at: null,
    },
    {
      plant_id: plantIds.Kol,
      mobile: null,
      shift: 'B',
      language: 'en',
      joined_on: '2026-04-01',
    },
  ])
  expect(await lastAudit()).toMatchObject({
    action: 'workers.onboarded',
    staff_id: by.staffId,
    subject_id: '77',
    after: { uploadId: '77', created: 2, changed: 0, createdIds: [...ids.values()] },
  })
  const again = await judge(rows)
  expect(again.map(({ verdict }) => verdict)).toEqual(['same', 'same'])
  expect(again.map(({ subjectId }) => subjectId)).toEqual([...ids.values()])
  const seq = (await lastAudit()).seq
  expect((await apply(rows)).size).toBe(0)
  expect((await lastAudit()).seq).toBe(seq)
})

test('a change names what differs, an empty cell leaves what is known, a move ends the sessions', async () => {
  const full = { mobile: '9811111111', shift: 'A', language: 'Hindi', joinedOn: '2025-01-02' }
  const [first, stays] = [given(full), given({ ...full, mobile: '9811111112' })]
  await apply([first, stays])
  const [one, other] = (await judge([first, stays])).map(({ subjectId }) => Number(subjectId))
  const tokens = await Promise.all([one, other].map((id) => sessionOf(server, Number(id))))
  const statuses = () => Promise.all(tokens.map((token) => statusOf(server, token)))
  expect(await statuses()).toEqual([200, 200])
  const named = nameOf(first)
  const row = (cells: Record<string, string>) => given({ ...named, ...cells })
  const empty = { mobile: '', shift: '', language: '', joinedOn: '' }
  expect(await judge([row(empty)])).toMatchObject([{ verdict: 'same', changes: [] }])
  const changing = row({
    ...empty,
    name: 'Sunita Kumari',
    mobile: '9822222222',
    plantCode: 'kol',
    language: 'English',
  })
  const stayer = given({ ...nameOf(stays), ...empty, joinedOn: '2024-12-31' })
  expect(await judge([changing, stayer])).toMatchObject([
    {
      verdict: 'change',
      subjectId: one,
      changes: [
        { column: 'Name', before: 'Sunita Devi', after: 'Sunita Kumari' },
        { column: 'Mobile', before: '9811111111', after: '9822222222' },
        { column: 'Plant code', before: 'JHB', after: 'Kol' },
        { column: 'Language', before: 'Hindi', after: 'English' },
      ],
    },
    { changes: [{ column: 'Joined on', before: '2025-01-02', after: '2024-12-31' }] },
  ])
  await apply([changing, stayer])
  const known = await server.db
    .selectFrom('worker')
    .innerJoin('staff', 'staff.staff_id', 'worker.staff_id')
    .select(['mobile', 'shift', 'language', 'joined_on'])
    .where('worker.staff_id', '=', Number(one))
    .executeTakeFirstOrThrow()
  expect(known).toMatchObject({
    mobile: '9822222222',
    shift: 'A',
    language: 'en',
    joined_on: '2025-01-02',
  })
  expect(await lastAudit()).toMatchObject({
    after: { created: 0, changed: 2, moved: 1, changedIds: [one, other] },
  })
  expect(await statuses()).toEqual([401, 200])
  const token = await sessionOf(server, by.staffId)
  const { body } = await server.call(getWorker, { token, params: { staffId: Number(one) } })
  expect(body.events.map(({ action, words }) => [action, words])).toEqual([
    ['workers.onboarded', 'Changed by file'],
    ['workers.onboarded', 'Onboarded by file'],
  ])
})

test('what belongs to somebody else is refused at its column', async () => {
  const ravi = given({ name: 'Ravi Kumar', employeeCode: 'W12', email: 'ravi@line.example' })
  const meena = given({ name: 'Meena Rao', employeeCode: 'W13', email: 'meena@line.example' })
  const gone = given({ name: 'Old Hand', employeeCode: 'W14', email: 'old@line.example' })
  await apply([ravi, meena, gone])
  await server.db
    .updateTable('staff')
    .set({ disabled_at: new Date() })
    .where('email', '=', 'old@line.example')
    .execute()
  await server.db
    .updateTable('staff')
    .set({ email: 'boss@hil.example' })
    .where('staff_id', '=', by.staffId)
    .execute()
  const refused = async (cells: Record<string, string>) => {
    const judged = await judgeOne(cells)
    expect(judged?.verdict).toBe(judged?.problems.length ? 'refused' : 'create')
    return judged?.problems
  }
  expect(await refused({ employeeCode: 'w12' })).toEqual([
    { column: 'Employee code', reason: 'Employee code W12 belongs to Ravi Kumar already.' },
  ])
  expect(await refused({ email: 'ravi@line.example' })).toEqual([
    { column: 'E-mail', reason: 'This e-mail belongs to Ravi Kumar (W12) already.' },
  ])
  expect(await refused({ mobile: ravi.cells.mobile ?? '' })).toEqual([
    { column: 'Mobile', reason: 'This mobile belongs to Ravi Kumar (W12) already.' },
  ])
  expect(await refused({ email: 'Boss@hil.example' })).toEqual([
    { column: 'E-mail', reason: 'This e-mail belongs to another account already.' },
  ])
  const crossed = { employeeCode: 'W12', email: 'meena@line.example', mobile: '' }
  expect(await refused(crossed)).toEqual([
    { column: 'Employee code', reason: 'Employee code W12 belongs to Ravi Kumar already.' },
    { column: 'E-mail', reason: 'This e-mail belongs to Meena Rao (W13) already.' },
  ])
  const old = { employeeCode: 'W14', email: 'old@line.example', mobile: '' }
  expect(await refused(old)).toEqual([
    {
      column: null,
      reason: 'Old Hand (W14) is deactivated. Reactivate this worker in the worker list first.',
    },
  ])
  expect(await refused({})).toEqual([])
})

test('some hundred rows are a handful of statements', async () => {
  const rows = Array.from({ length: 500 }, () => given())
  let statements = 0
  const counted = server.db.withPlugin({
    transformQuery({ node }) {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await rules.judge(server.context, counted, rows)).toHaveLength(500)
  expect(statements).toBeLessThanOrEqual(3)
  const ids = await apply(rows)
  expect(ids.size).toBe(500)
  const changed = rows.map((row) => ({ ...row, cells: { ...row.cells, shift: 'C' } }))
  expect((await apply(changed)).size).toBe(500)
  const { inC } = await server.db
    .selectFrom('worker')
    .select((select) => select.fn.countAll<string>().as('inC'))
    .where('shift', '=', 'C')
    .executeTakeFirstOrThrow()
  expect(inC).toBe('500')
})

test('an account made elsewhere gets a code of its own, also where a card has that code', async () => {
  const row = given()
  const id = Number((await apply([row])).get(row.rowNo))
  const code = (of: number) => `W${String(of).padStart(4, '0')}`
  await apply([given({ employeeCode: code(id + 2) })])
  const person = { name: 'Leela', role: 'worker', plantCode: 'JHB' } as const
  const made = await Promise.all(
    ['leela@line.example', 'lata@line.example'].map((email) =>
      createStaff(server.context, { ...person, email }),
    ),
  )
  const codes = await server.db
    .selectFrom('worker')
    .select('employee_code')
    .where(
      'staff_id',
      'in',
      made.map(({ staffId }) => staffId),
    )
    .orderBy('staff_id')
    .execute()
  expect(codes.map((one) => one.employee_code)).toEqual([`${code(id + 2)}-${id + 2}`, code(id + 3)])
})

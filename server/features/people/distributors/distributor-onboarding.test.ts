import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskGstin, maskPan } from '../../../../contract/india.ts'
import { transaction } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import type { GivenRow } from '../onboarding/onboarding-kind.ts'
import { distributorDetailOf } from './distributors.service.ts'
import { distributorOnboarding as rules } from './distributor-onboarding.service.ts'
import { openNumber } from './identity.ts'
import { dumpOf, gstinOf } from './test-support.ts'

let server: TestServer
let by: StaffCaller

beforeAll(async () => {
  server = await testServer()
  await server.db
    .insertInto('territory')
    .values(['West', 'South'].map((name) => ({ code: name.toUpperCase(), name })))
    .execute()
  const admin = await server.staff('admin')
  const caller = { email: 'a@test.example', name: 'A', role: 'admin', plantId: null } as const
  by = { kind: 'staff', ...admin, ...caller, sessionHash: Buffer.alloc(32) }
})
afterAll(() => server.stop())

let number = 0
const REST = ['territory', 'contactName', 'mobile', 'email', 'address', 'pincode', 'gstin', 'pan']
const EMPTY = Object.fromEntries(REST.map((key) => [key, '']))
const RIGHT = { name: 'Sharma Traders', state: 'Maharashtra', city: 'Pune' }
/** A row that is right and names a new firm, with what differs. */
function given(cells: Record<string, string> = {}): GivenRow {
  number++
  return { rowNo: number, cells: { code: `N${number}`, ...RIGHT, ...EMPTY, ...cells } }
}
const judge = (rows: GivenRow[]) => rules.judge(server.context, server.db, rows)
async function judgeOne(cells: Record<string, string>) {
  const [judged] = await judge([given(cells)])
  return judged
}
async function problemsOf(cells: Record<string, string>) {
  const judged = await judgeOne(cells)
  expect(judged?.verdict === 'refused').toBe(judged?.problems.length !== 0)
  return judged?.problems
}
const apply = (rows: GivenRow[]) =>
  transaction(server.db, async (tx) =>
    rules.apply(
      tx,
      { context: server.context, by, requestId: 'request-1', uploadId: '88' },
      rows,
      await rules.judge(server.context, tx, rows),
    ),
  )
const lastAudit = () =>
  server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
async function numbersOf(distributorId: number | undefined) {
  const rows = await server.db
    .selectFrom('distributor_identity')
    .select(['distributor_id as distributorId', 'field', 'masked', 'sealed'])
    .where('distributor_id', '=', Number(distributorId))
    .orderBy('field')
    .execute()
  return Promise.all(rows.map((row) => openNumber(server.context.vault, row)))
}

test('every cell is checked, and each problem names its column', async () => {
  const wrong = {
    code: 'D 1',
    name: 'X',
    state: 'Bombay',
    city: 'P',
    mobile: '12',
    email: 'sharma',
    pincode: '012345',
    gstin: '27ABCPE1234F1ZZ',
    pan: 'ABC',
  }
  const judged = await judgeOne(wrong)
  expect(judged?.problems.map(({ column }) => column)).toEqual([
    'Distributor code',
    'Name',
    'State',
    'City',
    'Mobile',
    'E-mail',
    'PIN code',
    'GSTIN',
    'PAN',
  ])
  expect(judged?.problems).toContainEqual({
    column: 'State',
    reason: 'This is no state or union territory of India.',
  })
  const missing = { code: '', name: '', state: '', city: ' ' }
  expect(await problemsOf(missing)).toEqual(
    ['Distributor code', 'Name', 'State', 'City'].map((column) => ({
      column,
      reason: `${column} is missing.`,
    })),
  )
})

test('new firms come with their numbers sealed; the same rows again say nothing new', async () => {
  const gstin = gstinOf('ABCPE1234F')
  const rows = [
    given({ code: 'd041', gstin: gstin.toLowerCase(), mobile: '9876543210', pincode: '411001' }),
    given({ pan: 'ABCPE1234F', state: 'rajasthan' }),
    given(),
  ]
  const judged = await judge(rows)
  expect(judged.map(({ verdict }) => verdict)).toEqual(['create', 'create', 'create'])
  expect(judged[0]?.claims.map(({ column }) => column)).toEqual(['Distributor code', 'GSTIN'])
  const ids = await apply(rows)
  const made = [...ids.values()]
  expect(await Promise.all(made.map(numbersOf))).toEqual([
    [gstin, 'ABCPE1234F'],
    ['ABCPE1234F'],
    [],
  ])
  const row = await server.db
    .selectFrom('distributor')
    .selectAll()
    .where('code', '=', 'D041')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 27, mobile: '9876543210', pincode: '411001', territory: null })
  expect(row.added_at).toBeInstanceOf(Date)
  expect(await lastAudit()).toMatchObject({
    action: 'distributors.onboarded',
    subject_id: '88',
    after: { uploadId: '88', created: 3, changed: 0, createdIds: made, changedIds: [] },
  })
  const again = await judge(rows)
  expect(again.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'same'])
  expect((await apply(rows)).size).toBe(0)
  const told = JSON.stringify([judged, again]) + (await dumpOf(server))
  expect(told).toContain(maskGstin(gstin))
  for (const secret of ['ABCPE1234F', 'PE1234', gstin]) expect(told).not.toContain(secret)
})

test('a change shows masks, and an empty cell leaves what is known', async () => {
  const full = {
    territory: 'West',
    contactName: 'Ramesh',
    email: 'r@s.example',
    address: 'MI Road',
  }
  const first = given({ ...full, pan: 'AAAPA1111A' })
  const id = (await apply([first])).get(first.rowNo)
  const row = (cells: Record<string, string>) => given({ code: first.cells.code ?? '', ...cells })
  expect(await judge([row({})])).toMatchObject([{ verdict: 'same', subjectId: id }])
  const gstin = gstinOf('AAAPB2222B', '08')
  const changed = row({ state: 'Rajasthan', city: 'Jaipur', gstin, pan: 'AAAPB2222B' })
  expect(await judge([changed])).toMatchObject([
    {
      verdict: 'change',
      changes: [
        { column: 'State', before: 'Maharashtra', after: 'Rajasthan' },
        { column: 'City', before: 'Pune', after: 'Jaipur' },
        { column: 'GSTIN', before: '', after: maskGstin(gstin) },
        { column: 'PAN', before: maskPan('AAAPA1111A'), after: maskPan('AAAPB2222B') },
      ],
    },
  ])
  expect([...(await apply([changed])).values()]).toEqual([id])
  expect(await numbersOf(id)).toEqual([gstin, 'AAAPB2222B'])
  const known = await server.db
    .selectFrom('distributor')
    .selectAll()
    .where('distributor_id', '=', Number(id))
    .executeTakeFirstOrThrow()
  expect(known).toMatchObject({ state: 8, city: 'Jaipur', territory: 'West', address: 'MI Road' })
  const { events } = await distributorDetailOf(server.db, Number(id))
  expect(events.map(({ action, words }) => [action, words])).toEqual([
    ['distributors.onboarded', 'Changed by file'],
    ['distributors.onboarded', 'Onboarded by file'],
  ])
})

test('numbers that do not fit are refused: in the row, with the record, with other firms', async () => {
  const gstin = gstinOf('CCCPC1111C')
  const there = given({ code: 'D77', name: 'Gupta Stores', gstin })
  const onlyPan = given({ code: 'D78', pan: 'CCCPD2222D' })
  await apply([there, onlyPan])
  expect(await problemsOf({ gstin: gstinOf('DDDPD1111D'), pan: 'DDDPD2222D' })).toEqual([
    { column: 'PAN', reason: 'The PAN inside the GSTIN is another: look at both again.' },
  ])
  expect(await problemsOf({ gstin: gstinOf('DDDPD1111D', '08') })).toEqual([
    {
      column: 'GSTIN',
      reason: 'The GSTIN begins with the number of another state than the one given.',
    },
  ])
  expect(await problemsOf({ gstin })).toEqual([
    { column: 'GSTIN', reason: 'This GSTIN belongs to D77 (Gupta Stores) already.' },
  ])
  expect(await problemsOf({ code: 'D77', gstin: gstinOf('CCCPC1111C', '27', '2') })).toEqual([
    {
      column: 'GSTIN',
      reason:
        'D77 (Gupta Stores) has another GSTIN on record. Look at the code and the GSTIN again.',
    },
  ])
  expect(await problemsOf({ code: 'D77', pan: 'CCCPD2222D', state: 'Goa' })).toEqual([
    {
      column: 'State',
      reason: 'The GSTIN on record begins with the number of another state than this one.',
    },
    { column: 'PAN', reason: 'The PAN inside the GSTIN on record is another: look at both again.' },
  ])
  expect(await problemsOf({ code: 'D78', gstin: gstinOf('CCCPE3333E') })).toEqual([
    {
      column: 'GSTIN',
      reason:
        'The PAN on record is not the one inside this GSTIN: enter the right PAN as well, or look at the GSTIN again.',
    },
  ])
  // One firm, several GSTINs: its PAN may repeat.
  expect(await problemsOf({ gstin: gstinOf('CCCPC1111C', '08'), state: 'Rajasthan' })).toEqual([])
  expect(await problemsOf({ code: 'D77', name: 'Gupta Stores', pan: 'CCCPC1111C' })).toEqual([])
})

test('a deactivated firm is refused', async () => {
  const row = given({ code: 'D90', name: 'Old Firm' })
  await apply([row])
  const left = { left_at: new Date(), left_reason: 'Closed' }
  await server.db.updateTable('distributor').set(left).where('code', '=', 'D90').execute()
  expect(await problemsOf({ code: 'D90', name: 'Old Firm' })).toEqual([
    {
      column: null,
      reason: 'D90 (Old Firm) is deactivated. Reactivate this distributor in its list first.',
    },
  ])
})

test('some hundred rows are a handful of statements', async () => {
  const pan = (index: number) => `EEEPE${String(index + 1).padStart(4, '0')}E`
  const rows = Array.from({ length: 400 }, (_, index) => given({ gstin: gstinOf(pan(index)) }))
  let statements = 0
  const counted = server.db.withPlugin({
    transformQuery({ node }) {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await rules.judge(server.context, counted, rows)).toHaveLength(400)
  expect(statements).toBeLessThanOrEqual(3)
  expect((await apply(rows)).size).toBe(400)
  const changed = rows.map((row) => ({ ...row, cells: { ...row.cells, territory: 'South' } }))
  expect((await apply(changed)).size).toBe(400)
  expect((await judge(changed)).every(({ verdict }) => verdict === 'same')).toBe(true)
})

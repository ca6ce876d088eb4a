import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/workers.ts'
import type { WorkerListQuery, WorkerRow } from '../../../../contract/people/workers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { plantOf } from './test-support.ts'

let server: TestServer
let token: string
const plants: number[] = []
const DAY = 86_400_000
const SHIFTS = ['A', 'B', 'C', 'G'] as const
const NAMES = ['asha Rao', 'Asha Devi', 'Ashok', 'Bela', 'bela Sen', 'Çavita', 'सुनीता देवी', 'Sunil']

/** What the list is compared with: the workers as they were made. */
type Made = {
  staffId: number
  employeeCode: string
  name: string
  mobile: string | null
  plantId: number
  shift: (typeof SHIFTS)[number]
  status: 'active' | 'deactivated'
  activeAt: number | null
}
const made: Made[] = []
const now = Date.now()

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('sub admin')).token
  for (const code of ['P1', 'P2', 'P3']) plants.push(await plantOf(server, code))
  for (let index = 0; index < 90; index++) await makeWorker(index)
  // Of the same plant and name, but no worker.
  await server.db
    .updateTable('staff')
    .set({ name: 'Asha Boss', plant_id: plants[0] ?? null })
    .where('role', '=', 'sub admin')
    .execute()
})
afterAll(() => server.stop())

async function makeWorker(index: number): Promise<void> {
  const one = {
    employeeCode: index === 5 ? 'ASHOK' : `E${index}`,
    name: NAMES[(index * 5) % NAMES.length] ?? '',
    mobile: index % 4 === 0 ? null : `96${String(index).padStart(8, '0')}`,
    plantId: plants[(index * 7) % 3] ?? 0,
    shift: SHIFTS[(index * 3 + (index % 5)) % 4] ?? 'G',
    status: index % 6 === 1 ? ('deactivated' as const) : ('active' as const),
    // Some at one and the same moment.
    activeAt: index % 5 === 0 ? null : now - Math.floor(((index * 37) % 90) / 2) * DAY - 3_600_000,
  }
  const { staff_id: staffId } = await server.db
    .insertInto('staff')
    .values({
      email: `e${index}@line.example`,
      name: one.name,
      role: 'worker',
      plant_id: one.plantId,
      password_hash: null,
      disabled_at: one.status === 'active' ? null : new Date(now),
      last_sign_in_at: null,
      created_at: new Date(now),
    })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  const { employeeCode, mobile, shift, activeAt } = one
  await server.db
    .insertInto('worker')
    .values({
      staff_id: staffId,
      employee_code: employeeCode,
      mobile,
      shift,
      last_activity_at: activeAt === null ? null : new Date(activeAt),
    })
    .execute()
  made.push({ staffId, ...one })
}

type Query = Partial<Omit<WorkerListQuery, 'limit'>>
const list = (query: Query & { limit?: number }) =>
  server.call(contract.listWorkers, { token, query })
const byId = (a: Made, b: Made) => a.staffId - b.staffId
const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const ORDERS: Record<WorkerListQuery['sort'], (a: Made, b: Made) => number> = {
  newest: (a, b) => byId(b, a),
  oldest: byId,
  name: (a, b) => byText(a.name.toLowerCase(), b.name.toLowerCase()) || byId(a, b),
  activity: (a, b) => (b.activeAt ?? 0) - (a.activeAt ?? 0) || byId(b, a),
}

function expected({ q, plant, shift, status, idle, sort = 'newest' }: Query): number[] {
  const begins = (name: string) => name.toLowerCase().startsWith((q ?? '').toLowerCase())
  const since = (days: number) => (one: Made) => (one.activeAt ?? 0) < now - days * DAY
  const checks: ((one: Made) => boolean)[] = [
    (one) => !q || one.employeeCode === q.toUpperCase() || one.mobile === q || begins(one.name),
    (one) => !plant || plant.includes(one.plantId),
    (one) => !shift || shift.includes(one.shift),
    (one) => !status || status.includes(one.status),
    (one) => idle !== 'never' || one.activeAt === null,
    idle === '7' || idle === '30' ? since(Number(idle)) : () => true,
  ]
  return made
    .filter((one) => checks.every((check) => check(one)))
    .toSorted(ORDERS[sort])
    .map(({ staffId }) => staffId)
}

const ids = (rows: WorkerRow[]) => rows.map(({ staffId }) => staffId)

test('each filter and order gives what a plain look at the workers gives', async () => {
  const [p1 = 0, p2 = 0] = plants
  const filters: Query[] = [
    {},
    { q: 'asha' },
    { q: 'ASHOK' },
    { q: 'e7' },
    { q: '9600000007' },
    { q: 'सुनीता' },
    { q: 'zz%' },
    { plant: [p1] },
    { plant: [p1, p2], shift: ['A'] },
    { plant: [70_000] },
    { shift: ['B', 'C'] },
    { status: ['deactivated'] },
    { status: ['active'], idle: 'never' },
    { status: ['active', 'deactivated'] },
    { idle: '7' },
    { idle: '30', plant: [p2] },
    { q: 'bela', status: ['active'], shift: ['A', 'G'] },
  ]
  for (const filter of filters) {
    for (const sort of ['newest', 'oldest', 'name', 'activity'] as const) {
      const { body } = await list({ ...filter, sort, limit: 200, count: 'yes' })
      const wanted = expected({ ...filter, sort })
      expect([filter, sort, ids(body.items)]).toEqual([filter, sort, wanted])
      expect(body.count).toBe(wanted.length)
    }
  }
})

test('pages join to the whole list, forwards and back, in every order', async () => {
  for (const sort of ['newest', 'oldest', 'name', 'activity'] as const) {
    const seen: number[] = []
    let after: string | undefined
    let previous: string | null = null
    do {
      const { body } = await list({ sort, after, limit: 11 })
      seen.push(...ids(body.items))
      after = body.next ?? undefined
      previous = body.previous
    } while (after)
    expect([sort, seen]).toEqual([sort, expected({ sort })])
    const back = await list({ sort, before: previous ?? '', limit: 11 })
    const last = seen.length % 11 || 11
    expect(ids(back.body.items)).toEqual(seen.slice(-last - 11, -last))
  }
})

test('a row tells what is known, as the detail does', async () => {
  const { body } = await list({ sort: 'oldest', limit: 1 })
  const [row] = body.items
  const [first] = made
  expect(row).toMatchObject({
    staffId: first?.staffId,
    employeeCode: 'E0',
    name: first?.name,
    mobile: null,
    plantName: 'Plant P1',
    status: 'active',
    hasPassword: false,
    lastActivityAt: null,
    activated: 0,
  })
  const params = { staffId: Number(row?.staffId) }
  expect((await server.call(contract.getWorker, { token, params })).body).toMatchObject({ ...row })
})

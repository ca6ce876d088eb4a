import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createDistributor,
  deactivateDistributor,
} from '../../../../contract/people/distributors.ts'
import { maskGstin, maskPan } from '../../../../contract/india.ts'
import { downloadReport, type ReportType } from '../../../../contract/insight/reports.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { createWorker, deactivateWorker } from '../../../../contract/people/workers.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'

const today = dayOf(new Date())
const GSTIN = '27ABCPE1234F1ZB'
let server: TestServer
let token: string

beforeAll(async () => {
  server = await testServer()
  ;({ token } = await server.staff('admin'))
})
afterAll(() => server.stop())

type Cell = string | number | boolean | Date | null
/** The rows of a file by their headers, its row of totals, and all of it as text. */
async function fileOf(reportType: ReportType, filters: object = {}) {
  const answer = await server.raw(downloadReport, { token, body: { reportType, ...filters } })
  expect(answer.status).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [header = [], ...rows] = (sheets[0]?.rows ?? []) as Cell[][]
  const read = (row: Cell[]) =>
    Object.fromEntries(header.map((name, index) => [String(name), row[index] ?? null]))
  const total = rows.at(-1)?.[0] === 'Total' ? rows.pop() : undefined
  return { rows: rows.map(read), total: total && read(total), text: JSON.stringify(sheets) }
}

test('distributors: who they are, with masks, their members and whether they are active', async () => {
  const add = async (body: Record<string, unknown>) =>
    (await server.call(createDistributor, { token, body: { city: 'Pune', ...body } })).body
      .distributorId
  const one = await add({ code: 'D2', name: '=1+1', state: 27, gstin: GSTIN, pincode: '411001' })
  const other = await add({ code: 'D1', name: 'Gupta Stores', state: 8, mobile: '9876543210' })
  const reason = 'Closed its shop'
  const params = { distributorId: other }
  await server.call(deactivateDistributor, { token, params, body: { reason } })
  for (const distributorId of [one, one, other]) {
    const { memberId } = await server.member()
    const set = { distributor_id: distributorId }
    await server.db.updateTable('member').set(set).where('member_id', '=', memberId).execute()
  }
  const { rows, total, text } = await fileOf('distributors')
  expect(rows).toMatchObject([
    {
      Code: 'D1',
      State: 'Rajasthan',
      Mobile: '9876543210',
      GSTIN: null,
      Members: 1,
      Stands: 'Deactivated',
      Reason: reason,
    },
    {
      Code: 'D2',
      Name: '=1+1',
      'PIN code': '411001',
      GSTIN: maskGstin(GSTIN),
      PAN: maskPan('ABCPE1234F'),
      Members: 2,
      Stands: 'Active',
      Deactivated: null,
    },
  ])
  expect(total?.Members).toBe(3)
  expect(text).not.toContain('ABCPE1234F')
  const codes = async (filters: object) =>
    (await fileOf('distributors', filters)).rows.map(({ Code }) => Code)
  expect(await codes({ state: [27] })).toEqual(['D2'])
  expect(await codes({ from: today })).toEqual(['D1', 'D2'])
  expect(await codes({ from: addDays(today, 1) })).toEqual([])
})

test('workers: plant, shift, status and what they did', async () => {
  const plantId = await anyPlant(server.db)
  const second = await server.db
    .insertInto('plant')
    .values({ code: 'P2', name: 'Second plant', state: 8, city: 'Alwar' })
    .returning('plant_id')
    .executeTakeFirstOrThrow()
  const add = async (body: Record<string, unknown>) =>
    (await server.call(createWorker, { token, body: { name: 'Sunita Devi', ...body } })).body.worker
      .staffId
  const one = await add({
    employeeCode: 'W2',
    email: 'w2@l.example',
    plantId,
    joinedOn: '2026-04-01',
  })
  const body = { employeeCode: 'W1', email: 'w1@l.example', plantId: second.plant_id }
  const other = await add({ ...body, shift: 'B', language: 'en', mobile: '9876543210' })
  const active = new Date('2026-11-01T18:45:00Z')
  await server.db
    .updateTable('worker')
    .set({ activated: '120', deactivated: '7', last_activity_at: active })
    .where('staff_id', '=', one)
    .execute()
  await server.call(deactivateWorker, {
    token,
    params: { staffId: other },
    body: { reason: 'Left the plant' },
  })
  const { rows, total } = await fileOf('workers')
  expect(rows).toMatchObject([
    {
      'Employee code': 'W1',
      Name: 'Sunita Devi',
      Mobile: '9876543210',
      'Plant code': 'P2',
      Plant: 'Second plant',
      Shift: 'B',
      Language: 'English',
      'Joined on': null,
      Stands: 'Deactivated',
      Activated: 0,
      'Last activity': null,
    },
    {
      'Employee code': 'W2',
      Shift: 'General',
      Language: 'Hindi',
      'Joined on': new Date('2026-04-01T00:00:00Z'),
      Stands: 'Active',
      Activated: 120,
      Deactivated: 7,
      // Wall time in India.
      'Last activity': new Date('2026-11-02T00:15:00Z'),
    },
  ])
  expect(total).toMatchObject({ Activated: 120, Deactivated: 7 })
  const codes = async (filters: object) =>
    (await fileOf('workers', filters)).rows.map((row) => row['Employee code'])
  expect(await codes({ plant: [plantId] })).toEqual(['W2'])
  expect(await codes({ to: addDays(today, -1) })).toEqual([])
})

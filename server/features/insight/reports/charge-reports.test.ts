import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHARGE_STATES } from '../../../../contract/programme/charges.ts'
import { memberExpiring } from '../../../../contract/ledger/points.ts'
import {
  downloadReport,
  previewReport,
  type ReportType,
} from '../../../../contract/insight/reports.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import { transaction } from '../../../db/database.ts'
import { idMaker } from '../../../lib/ids.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { postTransfer } from '../../ledger/points/points.service.ts'

const FIRST_DAY = '2026-06-01'
const today = dayOf(new Date())
const makeId = idMaker(3)

let server: TestServer
let token: string
let mason: Awaited<ReturnType<TestServer['member']>>

beforeAll(async () => {
  server = await testServer({ POINTS_EXPIRE_MONTHS: '3', POINT_VALUE_PAISE: '250' })
  ;({ token } = await server.staff('finance'))
  mason = await server.member()
})
afterAll(() => server.stop())

type Cell = string | number | boolean | Date | null
/** The rows of a file by their headers, and its row of totals. */
async function fileOf(reportType: ReportType, filters: object = {}) {
  const answer = await server.raw(downloadReport, { token, body: { reportType, ...filters } })
  expect(answer.status).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [header = [], ...rows] = (sheets[0]?.rows ?? []) as Cell[][]
  const read = (row: Cell[]) => (name: string) => {
    const index = header.indexOf(name)
    if (index < 0) throw new Error(`The file has no column ${name}.`)
    return row[index] ?? null
  }
  const total = rows.at(-1)?.[0] === 'Total' ? rows.pop() : undefined
  return { rows: rows.map(read), total: total && read(total) }
}

test('handling charges: one row a charge, what is due summed, by day, state and product', async () => {
  const productId = await anyProduct(server.db)
  const [near, far] = [await server.member('retailer', 27), await server.member('retailer', 9)]
  const charge = (day: number, retailer: number, paise: number, state: 'held' | 'due') => {
    const at = new Date(startOfDay(addDays(FIRST_DAY, day)).getTime() + 3_600_000)
    return {
      retailer_id: retailer,
      scan_id: makeId(at.getTime()),
      member_id: mason.memberId,
      rule_id: 7,
      product_id: productId,
      points: 40,
      paise,
      state: CHARGE_STATES.indexOf(state),
      recorded_at: at,
      due_at: state === 'due' ? at : null,
    }
  }
  const made = [
    charge(0, near.memberId, 200, 'due'),
    charge(1, far.memberId, 1234, 'due'),
    charge(2, near.memberId, 100, 'held'),
  ]
  await server.db.insertInto('handling_charge').values(made).execute()
  const { rows, total } = await fileOf('handling-charges')
  const HEADERS = ['Scan', 'Retailer code', 'Scanned by', 'Product', 'Stands', 'Charge', 'Due']
  const code = `M${mason.mobile}`
  const scans = made.map((row) => row.scan_id)
  expect(rows.map((cell) => HEADERS.map(cell))).toEqual([
    [scans[2], `M${near.mobile}`, code, 'Test product', 'Held', 1, null],
    [scans[1], `M${far.mobile}`, code, 'Test product', 'Due', 12.34, 12.34],
    [scans[0], `M${near.mobile}`, code, 'Test product', 'Due', 2, 2],
  ])
  expect(total?.('Due')).toBe(14.34)
  for (const [filters, found] of [
    [{ from: addDays(FIRST_DAY, 1), to: addDays(FIRST_DAY, 1) }, [scans[1]]],
    [{ state: [27] }, [scans[2], scans[0]]],
    [{ product: [productId] }, [scans[2], scans[1], scans[0]]],
    [{ product: [productId + 1] }, []],
  ] as const) {
    const file = await fileOf('handling-charges', filters)
    expect(file.rows.map((cell) => cell('Scan'))).toEqual(found)
  }
})

test('points expiring: who loses how many within 30, 60 and 90 days, as members are told', async () => {
  const earn = async (memberId: number, daysAgo: number, points: number) => {
    const at = startOfDay(addDays(today, -daysAgo))
    await transaction(server.db, (tx) =>
      postTransfer(tx, {
        memberId,
        at,
        moves: [
          {
            kind: 'scan',
            debit: 'issuance',
            credit: 'available',
            points,
            ref: makeId(at.getTime()),
          },
        ],
      }),
    )
  }
  const [nobody, later] = [await server.member(), await server.member('painter', 9)]
  await earn(mason.memberId, 80, 30)
  await earn(mason.memberId, 50, 20)
  await earn(mason.memberId, 20, 10)
  await earn(later.memberId, 20, 5)
  const HEADERS = [30, 60, 90].flatMap((days) => [
    `Within ${days} days`,
    `Worth within ${days} days`,
  ])
  const { rows, total } = await fileOf('points-expiring')
  const byCode = new Map(rows.map((cell) => [cell('Member code'), HEADERS.map(cell)]))
  expect(byCode).toEqual(
    new Map([
      [`M${mason.mobile}`, [30, 75, 50, 125, 60, 150]],
      [`M${later.mobile}`, [0, 0, 0, 0, 5, 12.5]],
    ]),
  )
  expect(byCode.has(`M${nobody.mobile}`)).toBe(false)
  expect(HEADERS.map((name) => total?.(name))).toEqual([30, 75, 50, 125, 65, 162.5])
  const told = await server.call(memberExpiring, { token: mason.token })
  expect(told.body.lots.map(({ points }) => points)).toEqual([30, 20, 10])
  const preview = await server.call(previewReport, {
    token,
    body: { reportType: 'points-expiring', state: [9] },
  })
  expect([preview.body.count, preview.body.rows[0]?.[0]]).toEqual([1, `M${later.mobile}`])
})

test.each(['handling-charges', 'points-expiring'] as const)(
  '%s is for the roles that see its page and may download',
  async (reportType) => {
    for (const [role, status] of [
      ['finance', 200],
      ['admin', 200],
      ['sub admin', 200],
      ['almond team', 200],
      ['cs', 403],
      ['marketing', 403],
    ] as const) {
      const staff = await server.staff(role)
      const body = { reportType }
      const preview = await server.call(previewReport, { token: staff.token, body })
      expect([role, preview.status]).toEqual([role, status])
    }
  },
)

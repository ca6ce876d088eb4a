import { readXlsx, type Sheet } from 'hucre'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchLetters } from '../../../../contract/programme/code.ts'
import { stateName } from '../../../../contract/india.ts'
import {
  downloadReport,
  listReports,
  previewReport,
  type ReportType,
} from '../../../../contract/insight/reports.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { playProgramme, type PlayedProgramme } from '../../../test/played-programme.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

const FORMULA = '=HYPERLINK("http://evil.example","Ramesh")'

let server: TestServer
let programme: PlayedProgramme
let token: string

beforeAll(async () => {
  server = await testServer()
  programme = await playProgramme(server)
  token = (await server.staff('admin')).token
  await server.db
    .updateTable('member')
    .set({ name: FORMULA })
    .where('member_id', '=', programme.players[0]?.memberId ?? 0)
    .execute()
})
afterAll(() => server.stop())

const request = (body: unknown, as = token) => server.raw(downloadReport, { token: as, body })

async function sheetsOf(answer: Response): Promise<Sheet[]> {
  expect(answer.status).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()), {
    readStyles: true,
  })
  return sheets
}

type Cell = string | number | boolean | Date | null
type Grid = { header: Cell[]; rows: Cell[][]; total: Cell[] | null; about: Map<Cell, Cell> }

/** The file as another program reads it: header, rows, and the row of totals where there is one. */
async function fileOf(reportType: ReportType, filters: object = {}): Promise<Grid> {
  const [sheet, about] = await sheetsOf(await request({ reportType, ...filters }))
  const [header = [], ...rows] = (sheet?.rows ?? []) as Cell[][]
  const padded = rows.map((row) => header.map((_, index) => row[index] ?? null))
  const total = padded.at(-1)?.[0] === 'Total' ? (padded.pop() ?? null) : null
  const notes = (about?.rows ?? []) as Cell[][]
  return {
    header,
    rows: padded,
    total,
    about: new Map(notes.map(([label = null, value = null]) => [label, value])),
  }
}

const column = ({ header, rows }: Grid, name: string): Cell[] => {
  const index = header.indexOf(name)
  if (index < 0) throw new Error(`The file has no column ${name}.`)
  return rows.map((row) => row[index] ?? null)
}

/** Wall time in India as the cell of a date holds it, to the second. */
const wall = (at: Date | null): string | null =>
  at && new Date(Math.round(at.getTime() / 1000) * 1000 + 330 * 60_000).toISOString().slice(0, 19)
const cellTime = (cell: Cell): string | null =>
  cell instanceof Date
    ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19)
    : cell === null
      ? null
      : `not a date: ${String(cell)}`

const words = (name: string) => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

describe('each report, read back and compared with plain queries', () => {
  it('scans', async () => {
    const file = await fileOf('scans')
    const rows = await server.db
      .selectFrom('scan')
      .innerJoin('member', 'member.member_id', 'scan.member_id')
      .leftJoin('product', 'product.product_id', 'scan.product_id')
      .leftJoin('plant', 'plant.plant_id', 'scan.plant_id')
      .selectAll('scan')
      .select(['member.code', 'member.name', 'member.mobile', 'member.kind'])
      .select(['product.name as product', 'plant.name as plant'])
      .orderBy('scan.id', 'desc')
      .execute()
    expect(rows.length).toBeGreaterThan(50)
    expect(file.rows).toHaveLength(rows.length)
    const result = (value: number) =>
      words(Object.entries(SCAN_RESULTS).find(([, number]) => number === value)?.[0] ?? '')
    for (const [name, expected] of [
      ['Scan', rows.map(({ id }) => id)],
      ['Result', rows.map((row) => result(row.result))],
      ['Points', rows.map(({ points }) => points)],
      ['Review', rows.map(({ review }) => (review === null ? null : 'Waiting'))],
      ['Flags', rows.map(({ flags }) => flags?.join(', ').replaceAll('_', ' ') ?? null)],
      ['Member code', rows.map(({ code }) => code)],
      ['Member', rows.map(({ name }) => name)],
      ['Mobile', rows.map(({ mobile }) => mobile)],
      ['Member type', rows.map(({ kind }) => words(kind))],
      ['State', rows.map(({ state }) => stateName(state))],
      ['Batch', rows.map((row) => row.batch_id)],
      ['Serial', rows.map(({ serial }) => serial)],
      ['Product', rows.map(({ product }) => product)],
      ['Plant', rows.map(({ plant }) => plant)],
      ['Device', rows.map(({ device }) => device)],
    ] as const) {
      expect([name, column(file, name)]).toEqual([name, expected])
    }
    expect(column(file, 'Recorded').map(cellTime)).toEqual(rows.map((row) => wall(row.recorded_at)))
    expect(column(file, 'Scanned').map(cellTime)).toEqual(rows.map((row) => wall(row.occurred_at)))
    expect(new Set(column(file, 'Flags'))).toContain('outside state')
    const points = rows.reduce((sum, row) => sum + row.points, 0)
    expect(file.total?.[file.header.indexOf('Points')]).toBe(points)
  })

  it('points ledger', async () => {
    const file = await fileOf('points-ledger')
    const rows = await server.db
      .selectFrom('transfer')
      .innerJoin('member', 'member.member_id', 'transfer.member_id')
      .selectAll('transfer')
      .select(['member.code', 'member.name'])
      .orderBy('transfer.id', 'desc')
      .execute()
    expect(rows.length).toBeGreaterThan(20)
    for (const [name, expected] of [
      ['Transfer', rows.map(({ id }) => id)],
      ['Member code', rows.map(({ code }) => code)],
      ['Member', rows.map(({ name }) => name)],
      ['Number', rows.map(({ seq }) => seq)],
      ['Kind', rows.map(({ kind }) => ({ 1: 'Scan', 3: 'Scan held' })[kind])],
      ['From account', rows.map(() => 'Issuance')],
      ['To account', rows.map(({ credit }) => ({ 11: 'Available', 12: 'Held' })[credit])],
      ['Points', rows.map(({ points }) => Number(points))],
      ['Available after', rows.map((row) => Number(row.available_after))],
      ['Held after', rows.map((row) => Number(row.held_after))],
      ['Belongs to', rows.map(({ ref }) => ref)],
    ] as const) {
      expect([name, column(file, name)]).toEqual([name, expected])
    }
    expect(column(file, 'Recorded').map(cellTime)).toEqual(rows.map((row) => wall(row.recorded_at)))
  })

  it('member balances, whose sum is the liability', async () => {
    const file = await fileOf('member-balances')
    const rows = await server.db
      .selectFrom('member')
      .innerJoin('member_account', 'member_account.member_id', 'member.member_id')
      .selectAll(['member', 'member_account'])
      .orderBy('member.code')
      .execute()
    for (const [name, expected] of [
      ['Member code', rows.map(({ code }) => code)],
      ['Member', rows.map(({ name }) => name)],
      ['State', rows.map(({ state }) => stateName(state))],
      ['City', rows.map(({ city }) => city)],
      ['Available', rows.map(({ available }) => Number(available))],
      ['Held', rows.map(({ held }) => Number(held))],
      ['All points', rows.map(({ available, held }) => Number(available) + Number(held))],
      ['Blocked', rows.map(() => 'No')],
    ] as const) {
      expect([name, column(file, name)]).toEqual([name, expected])
    }
    expect(column(file, 'Joined').map(cellTime)).toEqual(rows.map((row) => wall(row.joined_at)))
    const liability = rows.reduce((sum, row) => sum + Number(row.available) + Number(row.held), 0)
    expect(liability).toBeGreaterThan(0)
    expect(file.total?.[file.header.indexOf('All points')]).toBe(liability)
  })

  it('coupon batches, with their coupons by state', async () => {
    const file = await fileOf('coupon-batches')
    const { rows: coupons } = await sql<{ batch: number; status: number; count: number }>`
      select batch_id as batch, status, count(*)::int as count from coupon group by 1, 2`.execute(
      server.db,
    )
    const inState = (batch: number, status: number) =>
      coupons.find((row) => row.batch === batch && row.status === status)?.count ?? 0
    const batches = [...programme.batches].reverse()
    for (const [name, expected] of [
      ['Batch', batches],
      ['Letters', batches.map(batchLetters)],
      ['Plant', ['First plant', 'Second plant', 'First plant']],
      ['Product', ['Waterproof coat', 'Mortar', 'Putty']],
      ['Status', ['Printed', 'Printed', 'Printed']],
      ['Quantity', [60, 60, 60]],
      ['Points each', [80, 25, 40]],
      ['Sent to state', ['Maharashtra', null, null]],
      ['Not activated', batches.map((batch) => inState(batch, 0))],
      ['Active', batches.map((batch) => inState(batch, 1))],
      ['Blocked', batches.map((batch) => inState(batch, 4))],
      ['Scanned', batches.map((batch) => inState(batch, 3))],
    ] as const) {
      expect([name, column(file, name)]).toEqual([name, expected])
    }
    const expiry = await server.db
      .selectFrom('coupon_batch')
      .select('expires_at')
      .orderBy('batch_id', 'desc')
      .execute()
    const lastDay = ({ expires_at }: { expires_at: Date }) =>
      wall(new Date(expires_at.getTime() - 1000))?.slice(0, 10)
    expect(column(file, 'Expires on').map((cell) => cellTime(cell)?.slice(0, 10))).toEqual(
      expiry.map(lastDay),
    )
  })

  it('coupon activations', async () => {
    const file = await fileOf('coupon-activations')
    expect(column(file, 'Batch')).toEqual([3, 2, 1])
    expect(column(file, 'Action')).toEqual(['Activate', 'Activate', 'Activate'])
    expect(column(file, 'First serial')).toEqual([1, 1, 1])
    expect(column(file, 'Changed')).toEqual([57, 57, 57])
    expect(column(file, 'By')).toEqual(Array(3).fill('Test almond team'))
    expect(file.total?.[file.header.indexOf('Changed')]).toBe(171)
  })

  it('staff activity, which tells of the downloads before it', async () => {
    await request({ reportType: 'scans', state: [27, 29] }).then((answer) => answer.arrayBuffer())
    const file = await fileOf('staff-activity')
    // The newest tells of this file, whose snapshot was counted before.
    const [, ...rows] = await server.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('seq', 'desc')
      .execute()
    expect(column(file, 'Number')).toEqual(rows.map(({ seq }) => Number(seq)))
    expect(column(file, 'Action')).toEqual(rows.map(({ action }) => action))
    expect(column(file, 'When').map(cellTime)).toEqual(rows.map(({ at }) => wall(at)))
    const before = file.rows[0] ?? []
    expect(before[file.header.indexOf('Action')]).toBe('report.downloaded')
    expect(before[file.header.indexOf('Thing id')]).toBe('scans')
    expect(JSON.parse(String(before[file.header.indexOf('After')]))).toMatchObject({
      filters: { state: [27, 29] },
    })
  })
})

describe('the file', () => {
  it('is named after its report and tells when, what and by whom', async () => {
    const answer = await request({ reportType: 'scans', from: programme.days[2] })
    expect(answer.headers.get('content-disposition')).toContain('filename="scans.xlsx"')
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const [, about] = await sheetsOf(answer)
    const notes = new Map(((about?.rows ?? []) as Cell[][]).map(([label, value]) => [label, value]))
    expect(notes.get('Report')).toBe('Scans')
    expect(String(notes.get('Rows of'))).toMatch(/^from \d+ \w{3} \d{4}$/)
    expect(String(notes.get('Made by'))).toContain('Test admin')
  })

  it('keeps a formula in a member name as text', async () => {
    const answer = await request({ reportType: 'member-balances' })
    const [sheet] = await sheetsOf(answer)
    const all = (sheet?.rows ?? []).flat()
    expect(all).toContain(FORMULA)
    const formulas = [...(sheet?.cells?.values() ?? [])].filter(
      (cell) => 'formula' in cell && cell.formula,
    )
    expect(formulas).toEqual([])
  })

  it('holds exactly the rows that the filters name, and the preview counts the same', async () => {
    const [from, to] = [programme.days[2] ?? '', programme.days[7] ?? '']
    const filters = { from, to, state: [27], product: [programme.products[0]] }
    const file = await fileOf('scans', filters)
    const { rows } = await sql<{ id: string }>`
      select id from scan
      where (recorded_at at time zone 'Asia/Kolkata')::date between ${from}::date and ${to}::date
        and state = 27 and product_id = ${programme.products[0]} order by id desc`.execute(
      server.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(column(file, 'Scan')).toEqual(rows.map(({ id }) => id))
    const { status, body } = await server.call(previewReport, {
      token,
      body: { reportType: 'scans', ...filters },
    })
    expect([status, body.count]).toEqual([200, rows.length])
    expect(body.columns.map(({ header }) => header)).toEqual(file.header)
    expect(body.rows.map(([id]) => id)).toEqual(rows.slice(0, 20).map(({ id }) => id))
    const { body: ofBatch } = await server.call(previewReport, {
      token,
      body: { reportType: 'scans', batch: 3, plant: [programme.plants[0]] },
    })
    const counted = await sql<{ count: number }>`
      select count(*)::int as count from scan where batch_id = 3`.execute(server.db)
    expect(ofBatch.count).toBe(counted.rows[0]?.count)
    expect(ofBatch.rows[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('has its header and no row where nothing fits', async () => {
    const file = await fileOf('points-ledger', { from: '2001-01-01', to: '2001-01-02' })
    expect(file.header[0]).toBe('Transfer')
    expect(file.rows).toEqual([])
  })

  it('leaves one audit row and one download row', async () => {
    const someone = await server.staff('finance')
    const answer = await request({ reportType: 'points-ledger', state: [9] }, someone.token)
    const [sheet] = await sheetsOf(answer)
    const audits = await server.db
      .selectFrom('audit')
      .select(['action', 'subject_id', 'after', 'role'])
      .where('staff_id', '=', someone.staffId)
      .execute()
    expect(audits).toMatchObject([
      {
        action: 'report.downloaded',
        subject_id: 'points-ledger',
        after: { filters: { state: [9] } },
      },
    ])
    const { body } = await server.call(listReports, { token: someone.token })
    expect(body.recent).toMatchObject([
      {
        type: 'points-ledger',
        label: 'Points ledger',
        rows: (sheet?.rows.length ?? 0) - 2,
        filters: 'Uttar Pradesh',
        outcome: 'complete',
      },
    ])
  })
})

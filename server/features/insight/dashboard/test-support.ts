import { readXlsx } from 'hucre'
import {
  figuresOf,
  openTo,
  type Dashboard,
} from '../../../../contract/insight/dashboard-targets.ts'
import type { Proposals, RowsTarget } from '../../../../contract/insight/dashboard-rows.ts'
import { getDashboard } from '../../../../contract/insight/dashboard.ts'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { LISTS } from '../../../../contract/list-endpoints.ts'
import { waitingTakings } from '../../../../contract/programme/print-takings.ts'
import { waitingRevocations } from '../../../../contract/people/kyc-revocation.ts'
import type { ListName } from '../../../../contract/lists.ts'
import { listMemberChanges } from '../../../../contract/desk/member-changes.ts'
import { COUNT_LIMIT, type Page } from '../../../../contract/paging.ts'
import { listPointsFiles } from '../../../../contract/ledger/points-files.ts'
import { getProduct, listProducts } from '../../../../contract/programme/products.ts'
import { downloadReport } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import { listRules } from '../../../../contract/platform/rules.ts'
import { listTaxRules } from '../../../../contract/money/tax-rules.ts'
import { getMonth } from '../../../../contract/money/settlements.ts'
import { listAdjustments } from '../../../../contract/desk/users.ts'
import type { TestServer } from '../../../test/server.ts'

type Row = Record<string, unknown>
type Reader = { server: Pick<TestServer, 'call' | 'raw'>; token: string }
/** Columns of reports in rupees, with paise as decimals. */
const MONEY = new Set(['Net', 'Net paid', 'Tax', 'Charges due'])
const PAISE = 100

const numberOf = (row: Row, name: string): number => {
  const value = row[name]
  if (value === null || value === '' || value === undefined) return 0
  return Number(value)
}

/** All rows of a list under its filters, page by page. */
export async function everyRow(
  { server, token }: Reader,
  endpoint: Endpoint,
  query: Row,
): Promise<Row[]> {
  const found: Row[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { status, body } = await server.call(endpoint as never, {
      token,
      query: { ...query, limit: 200, ...(after && { after }) },
    })
    if (status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(body)}`)
    const page = body as Page<Row>
    found.push(...page.items)
    after = page.next
  }
  return found
}

/** How many rows a list says it has, and where that is more than it counts, how many it gives. */
async function countRows(reader: Reader, endpoint: Endpoint, query: Row): Promise<number> {
  const { status, body } = await reader.server.call(endpoint as never, {
    token: reader.token,
    query: { ...query, limit: 1, count: 'yes' },
  })
  if (status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(body)}`)
  const { count } = body as Page<Row>
  if (count === null) throw new Error(`${endpoint.path} did not count.`)
  return count > COUNT_LIMIT ? (await everyRow(reader, endpoint, query)).length : count
}

async function reportRows({ server, token }: Reader, search: Row): Promise<Row[]> {
  const answer = await server.raw(downloadReport, { token, body: search })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(Buffer.from(bytes).toString())
  const { sheets } = await readXlsx(bytes)
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  return rows
    .filter((row) => row[0] !== null && row[0] !== 'Total')
    .map((row) => Object.fromEntries(header.map((name, index) => [String(name), row[index]])))
}

async function monthRows({ server, token }: Reader, { month, status }: Row): Promise<Row[]> {
  const { body } = await server.call(getMonth, { token, params: { month: String(month) } })
  return body.rows.filter((row) => status === undefined || row.state === status)
}

const OTHERS = {
  adjustments: listAdjustments,
  'member-changes': listMemberChanges,
  'points-files': listPointsFiles,
}

/** Who made each proposal that waits on the page of what it changes. */
const MAKERS: Record<Proposals, (reader: Reader) => Promise<number[]>> = {
  rules: async ({ server, token }) => {
    const { body } = await server.call(listRules, { token })
    return body.rules.flatMap(({ proposal }) => (proposal ? [proposal.proposedBy.staffId] : []))
  },
  'tax-rules': async ({ server, token }) => {
    const { body } = await server.call(listTaxRules, { token })
    const open = body.changes.filter(({ state }) => state === 'proposed')
    return open.map(({ proposedBy }) => proposedBy.staffId)
  },
  'product-points': async (reader) => {
    const { server, token } = reader
    const makers: number[] = []
    for (const { productId } of await everyRow(reader, listProducts, { points: 'waiting' })) {
      const params = { productId: Number(productId) }
      const { body } = await server.call(getProduct, { token, params })
      const open = body.changes.filter(({ state }) => state === 'proposed')
      makers.push(...open.map(({ proposedById }) => proposedById))
    }
    return makers
  },
  'print-requests': async ({ server, token }) => {
    const { body } = await server.call(waitingTakings, { token })
    return body.items.map(({ proposedById }) => proposedById)
  },
  'kyc-revocations': async ({ server, token }) => {
    const { body } = await server.call(waitingRevocations, { token })
    return body.items.map(({ proposedById }) => proposedById)
  },
}

async function countProposals(
  reader: Reader,
  { proposals, notBy }: { proposals: Proposals; notBy: number },
): Promise<number> {
  return (await MAKERS[proposals](reader)).filter((maker) => maker !== notBy).length
}

/** What the rows that a link opens come to: their number, or the sum that the figure is. */
export async function countedBehind(
  reader: Reader,
  { rows, search, sum }: RowsTarget,
): Promise<number> {
  const { show: _side, ...filters } = search
  const added = (found: readonly Row[]): number =>
    sum
      ? found.reduce(
          (total, row) => sum.reduce((part, name) => part + numberOf(row, name), total),
          0,
        )
      : found.length
  if ('report' in rows) {
    const total = added(await reportRows(reader, filters))
    const isMoney = sum?.some((name) => MONEY.has(name))
    return isMoney ? Math.round(total * PAISE) : total
  }
  if ('proposals' in rows) return countProposals(reader, rows)
  const { list: name } = rows
  if (name === 'settlements') return added(await monthRows(reader, filters))
  const endpoint: Endpoint =
    name in OTHERS ? OTHERS[name as keyof typeof OTHERS] : LISTS[name as ListName]
  return sum
    ? added(await everyRow(reader, endpoint, filters))
    : countRows(reader, endpoint, filters)
}

export async function dashboardOf(
  { server, token }: Reader,
  query: Record<string, unknown> = {},
): Promise<Dashboard> {
  const { status, body } = await server.call(getDashboard, { token, query })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

export type Compared = { key: string; shown: number; behind: number }

/**
 * Every figure of somebody's dashboard beside what the rows come to that its link opens for them. A
 * figure whose rows no page of theirs holds is given as NaN, unless it is of what they did
 * themselves.
 */
export async function everyFigure(
  reader: Reader,
  role: Role,
  query: Record<string, unknown>,
): Promise<Compared[]> {
  const found: Compared[] = []
  for (const { key, value, targets } of figuresOf(await dashboardOf(reader, query))) {
    const target = openTo(role, targets)
    if (!target && key.startsWith('done.')) continue
    found.push({
      key,
      shown: value,
      behind: target ? await countedBehind(reader, target) : Number.NaN,
    })
  }
  return found
}

/** The tile of a dashboard. */
export function tileOf(data: Dashboard, name: string): { value: number; before: number | null } {
  const { value, before } = data.tiles.find((tile) => tile.name === name) ?? {}
  return { value: value ?? Number.NaN, before: before ?? null }
}

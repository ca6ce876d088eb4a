import type { z } from 'zod'
import {
  EXPORT_MAX,
  whyNoExport,
  type exportList,
} from '../../../../contract/insight/list-exports.ts'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { formatNumber } from '../../../../contract/format.ts'
import type { ListColumn, ListDefinition } from '../../../../contract/lists/define.ts'
import { LISTS } from '../../../../contract/list-endpoints.ts'
import { LIST_DEFINITIONS } from '../../../../contract/list-definitions.ts'
import { LIST_TITLES, type ListName } from '../../../../contract/lists.ts'
import { REPORTS, type ReportType } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { Context } from '../../../context.ts'
import { openSnapshot, type Snapshot } from '../../../db/database.ts'
import { admitStaff } from '../../../http/authorize.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import type { ReadList } from '../../../http/mount-list.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { XLSX_CONTENT_TYPE } from '../../../lib/xlsx/xlsx.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { withinBudget } from '../../platform/data-access/index.ts'
import { catalogue } from '../../people/catalogue/index.ts'
import type { RunningDownloads } from '../reports/index.ts'
import { LONGEST_MINUTES, openExportFile } from './export-file.ts'
import { selectedOf, countTo, pagesOf, type ReadPage } from './list-pages.ts'
import { askedOf, type ListAsked } from './list-query.ts'
import { queryWords, type Names } from './query-words.ts'

type Body = z.output<NonNullable<(typeof exportList)['body']>>
type Act = { caller: StaffCaller; origin: Origin; body: Body }
export type Lists = ReadonlyMap<Endpoint, ReadList>

/** The reports that hold what is too much for a list's file. */
const REPORT_OF: { [N in ListName]?: ReportType } = {
  users: 'member-balances',
  scans: 'scans',
  transfers: 'points-ledger',
  batches: 'coupon-batches',
  redemptions: 'redemptions',
  'payments-complete': 'payments',
  'payments-failed': 'payments',
  charges: 'handling-charges',
  workers: 'workers',
  distributors: 'distributors',
  'onboarding-errors': 'onboarding-errors',
  activity: 'staff-activity',
}

/** The list's endpoint and its columns, seen as any list's. */
function listOf(name: ListName): { endpoint: Endpoint; file: ListDefinition<unknown> } {
  // Each pair fits by its types; which of them it is stands in a name that comes at run time.
  return {
    endpoint: LISTS[name],
    file: LIST_DEFINITIONS[name] as unknown as ListDefinition<unknown>,
  }
}

function selectedColumns(
  { columns }: ListDefinition<unknown>,
  keys: readonly string[],
): ListColumn<unknown>[] {
  if (keys.length === 0) return [...columns]
  const known = new Map(columns.map((column) => [column.key, column]))
  return [...new Set(keys)].map((key) => {
    const column = known.get(key)
    if (!column) throw invalidField('columns', `This list has no column "${key}".`)
    return column
  })
}

async function namesFor(
  context: Pick<Context, 'db' | 'now'>,
  { query }: ListAsked,
): Promise<Names> {
  if (!['plant', 'product', 'distributor'].some((key) => query[key] !== undefined)) return {}
  const { plants, products, distributors } = await catalogue(context)
  const byId = <T extends { name: string }>(rows: readonly T[], id: (row: T) => number) =>
    new Map(rows.map((row) => [id(row), row.name]))
  return {
    plant: byId(plants, ({ plantId }) => plantId),
    product: byId(products, ({ productId }) => productId),
    distributor: byId(distributors, ({ distributorId }) => distributorId),
  }
}

/** How many rows the file has, or why there is none of so many. */
async function countFor(
  list: ListName,
  read: ReadPage,
  { role, alone }: { role: Role; alone: number },
): Promise<number> {
  const rows = await countTo(read, EXPORT_MAX)
  refuseReport(role, rows)
  if (rows <= Math.min(EXPORT_MAX, alone)) return rows
  const [most, why] =
    rows > EXPORT_MAX
      ? [EXPORT_MAX, 'too many for one file']
      : [alone, 'one person does not take as many alone']
  const report = REPORT_OF[list]
  const way = report ? ` or take the report "${REPORTS[report]}"` : ''
  throw new AppError(
    'conflict',
    `More than ${formatNumber(most)} rows fit these filters: ${why}. Narrow the filters${way}.`,
  )
}

function refuseReport(role: Role, rows: number): void {
  const why = whyNoExport(role, rows)
  if (why !== null) throw new AppError('forbidden', why)
}

/** One page that is read already, then the others: what cannot be read is told before the file begins. */
async function begun(pages: AsyncGenerator<unknown[]>): Promise<AsyncGenerator<unknown[]>> {
  const first = await pages.next()
  return (async function* all() {
    if (!first.done) yield first.value
    yield* pages
  })()
}

async function* onePage(rows: unknown[]): AsyncGenerator<unknown[]> {
  yield rows
}

type Rows = { count: number; pages: AsyncGenerator<unknown[]> }

async function rowsFor(
  { caller: { role }, body: { list, selected } }: Act,
  read: ReadPage,
  { file: { id }, alone }: { file: ListDefinition<unknown>; alone: number },
): Promise<Rows> {
  const pages = pagesOf(read, EXPORT_MAX)
  if (selected) {
    refuseReport(role, selected.length)
    const found = await selectedOf(pages, { idOf: id, selected })
    return { count: found.length, pages: onePage(found) }
  }
  const count = await countFor(list, read, { role, alone })
  return { count, pages: await begun(pages) }
}

/** A search may name a member, and the trail outlives them: it says only that there was one. */
function traced({ query }: ListAsked): Record<string, unknown> {
  const kept = Object.entries(query).filter(([key]) => key !== 'q' && key !== 'limit')
  return { ...Object.fromEntries(kept), ...(query.q !== undefined && { searched: true }) }
}

type Delivered = {
  asked: ListAsked
  columns: readonly ListColumn<unknown>[]
  rows: number
  at: Date
}

/** Takes the rows from the budget of the day and puts the file on record: both or neither. */
function record(
  context: Pick<Context, 'db' | 'keys' | 'rules'>,
  { caller, origin, body }: Act,
  { asked, columns, rows, at }: Delivered,
): Promise<void> {
  return withinBudget(context, { by: caller, kind: 'rows', amount: rows, at }, (tx) =>
    writeAudit(tx, context.keys, {
      by: caller,
      action: 'list.exported',
      subject: 'list',
      subjectId: body.list,
      after: {
        filters: traced(asked),
        columns: columns.map(({ key }) => key),
        ...(body.selected && { selected: body.selected.length }),
        rows,
        fromAddress: origin.address,
      },
      requestId: origin.requestId,
      at,
    }),
  )
}

/** A place among the files being made and one moment of the database; both are given back at once. */
async function begin(
  { connection }: Pick<Context, 'connection'>,
  running: RunningDownloads,
  { staffId }: StaffCaller,
): Promise<Snapshot> {
  const free = running.take(staffId)
  try {
    const { db, end } = await openSnapshot(connection, LONGEST_MINUTES)
    return {
      db,
      end() {
        free()
        end()
      },
    }
  } catch (error) {
    free()
    throw error
  }
}

/**
 * A list as a spreadsheet: the rows of its filters in its order, as its pages show them to this
 * person, with the columns that they ask for. All of one moment, so that no row is missed or given
 * twice that moves within the list meanwhile. Audited before it begins.
 */
export async function exportRows(
  context: Context,
  { lists, running }: { lists: Lists; running: RunningDownloads },
  act: Act,
): Promise<FileAnswer> {
  const { caller, body } = act
  const { endpoint, file } = listOf(body.list)
  admitStaff(caller, endpoint.access, 'Your role does not see this list.')
  const asked = askedOf(body.list, endpoint, body.query)
  const columns = selectedColumns(file, body.columns)
  const list = lists.get(endpoint)
  if (!list) throw new Error(`The list ${body.list} is not mounted as one.`)
  const at = context.now()
  const { db, end } = await begin(context, running, caller)
  const read: ReadPage = (place) =>
    list(db, { caller, params: asked.params, query: { ...asked.query, ...place } })
  try {
    const { count, pages } = await rowsFor(act, read, {
      file,
      alone: context.rules.at(at).exportAloneRows,
    })
    const words = queryWords(asked.query, await namesFor(context, asked))
    await record(context, act, { asked, columns, rows: count, at })
    const notes = notesOf(body, { words, sort: asked.query.sort, at, caller })
    const sheetName = LIST_TITLES[body.list]
    const stream = openExportFile({ sheetName, columns, pages, notes }, (failure) => {
      end()
      if (failure) context.log.warn({ err: failure, list: body.list }, 'list not delivered')
    })
    return { stream, name: `${body.list}.xlsx`, type: XLSX_CONTENT_TYPE }
  } catch (error) {
    end()
    throw error
  }
}

function notesOf(
  { list, selected }: Body,
  { words, sort, at, caller }: { words: string; sort: unknown; at: Date; caller: StaffCaller },
) {
  return [
    ['List', LIST_TITLES[list]],
    ['As of', at],
    ['Rows of', selected ? `${selected.length} selected rows of: ${words}` : words],
    ['Order', String(sort)],
    ['Made by', `${caller.name}, ${caller.email}`],
  ] as const
}

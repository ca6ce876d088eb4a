import { readXlsx, type Sheet } from 'hucre'
import type { z } from 'zod'
import { exportList } from '../../../../contract/insight/list-exports.ts'
import type { ListColumn } from '../../../../contract/lists/define.ts'
import { LISTS, LIST_FIXED } from '../../../../contract/list-endpoints.ts'
import { LIST_DEFINITIONS } from '../../../../contract/list-definitions.ts'
import type { ListName } from '../../../../contract/lists.ts'
import type { TestServer } from '../../../test/server.ts'

export type Cell = string | number | boolean | Date | null
export type ListBook = { header: Cell[]; rows: Cell[][]; about: Map<Cell, Cell>; sheet: Sheet }
export type Asked = Partial<z.input<NonNullable<(typeof exportList)['body']>>> & { list: ListName }

/** The file as another program reads it. */
export async function bookOf(answer: Response): Promise<ListBook> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()), {
    readStyles: true,
  })
  const [sheet, about] = sheets
  if (!sheet) throw new Error('The file has no sheet.')
  const [header = [], ...rows] = sheet.rows as Cell[][]
  const notes = new Map(
    ((about?.rows ?? []) as Cell[][]).map(([label = null, value = null]) => [label, value]),
  )
  // A reader leaves out rows whose cells are all empty.
  const count = Number(notes.get('Rows'))
  return {
    header,
    rows: Array.from({ length: Math.max(count, rows.length) }, (_, at) =>
      header.map((_title, index) => rows[at]?.[index] ?? null),
    ),
    about: notes,
    sheet,
  }
}

/** Exports over HTTP, as the web does. */
export const exporting = (server: TestServer, token: string) => (body: Asked) =>
  server.raw(exportList, { token, body })

/** Every row of a list over HTTP, page after page, `limit` at a time. */
export async function everyRow(
  server: TestServer,
  {
    token,
    list,
    query = {},
    limit = 7,
  }: { token: string; list: ListName; query?: object; limit?: number },
): Promise<unknown[]> {
  const endpoint = LISTS[list]
  const items: unknown[] = []
  let after: string | undefined
  do {
    const asked = { ...query, ...LIST_FIXED[list], limit, after }
    const answer = await server.raw(endpoint, { token, query: asked })
    const page = (await answer.json()) as { items: unknown[]; next: string | null }
    if (answer.status !== 200) throw new Error(JSON.stringify(page))
    items.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined)
  return items
}

/** A column's cell of a row, as a reader of the file meets it: money in rupees, moments as wall time in India. */
export function expectedCell({ type, value }: ListColumn<unknown>, row: unknown): unknown {
  const given = value(row)
  if (given === null || given === '') return null
  if (type === 'money') return Number(given) / 100
  if (type === 'date') return String(given)
  if (type !== 'datetime') return given
  const seconds = Math.round(Date.parse(String(given)) / 1000)
  return new Date((seconds + 330 * 60) * 1000).toISOString().slice(0, 19)
}

/** A cell of the file in the same form. */
export function plainCell({ type }: ListColumn<unknown>, cell: Cell): unknown {
  if (!(cell instanceof Date)) return cell
  const iso = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
  return type === 'date' ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** The columns of a list as those of any list. */
export const columnsOfList = (list: ListName): readonly ListColumn<unknown>[] =>
  LIST_DEFINITIONS[list].columns as unknown as readonly ListColumn<unknown>[]

export const idOfList = (list: ListName): ((row: unknown) => string) =>
  LIST_DEFINITIONS[list].id as unknown as (row: unknown) => string

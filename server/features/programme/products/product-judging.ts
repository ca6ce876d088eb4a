import { shownGtin } from '../../../../contract/programme/gtin.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { RowProblem } from '../../../../contract/people/onboarding.ts'
import {
  PACK_MISFIT,
  packMisfit,
  packUnit,
  type ProductFields,
} from '../../../../contract/programme/products.ts'
import {
  codeOf,
  type GivenRow,
  inColumnOrder,
  type Judged,
  readCells,
  textOf,
} from '../../people/onboarding/index.ts'

const COLUMNS = ONBOARDING_COLUMNS.products
const HEADERS = new Map<string, string>(COLUMNS.map(({ key, header }) => [key, header]))
const headerOf = (key: string): string => HEADERS.get(key) ?? key

/** What a row can say of a product: null where a cell is empty or not right. */
type GivenProduct = Omit<ProductFields, 'code' | 'name' | 'group' | 'mediaId'> & {
  code: string | null
  name: string | null
  group: string | null
}
export type KnownProduct = ProductFields & {
  productId: number
  /** Those of today. */
  points: number
  deactivated: boolean
}
export type ProductFacts = {
  byCode: ReadonlyMap<string, KnownProduct>
  byGtin: ReadonlyMap<string, KnownProduct>
  /** By the name in small letters. */
  groups: ReadonlyMap<string, { name: string; left: boolean }>
}
export type ReadRow = {
  row: GivenRow
  given: GivenProduct
  points: number | null
  problems: RowProblem[]
}

export function readProduct(row: GivenRow): ReadRow {
  const { values, problems } = readCells(COLUMNS, row.cells)
  const text = (key: string) => textOf(values, key)
  const number = (key: string) => (typeof values[key] === 'number' ? values[key] : null)
  const given: GivenProduct = {
    code: text('sku'),
    name: text('name'),
    nameHi: text('nameHi'),
    group: text('group'),
    brand: text('brand'),
    packSize: number('packSize'),
    packUnit: packUnit.nullable().parse(text('packUnit')),
    gtin: text('gtin'),
    mrpPaise: number('mrp'),
  }
  return { row, given, points: number('points'), problems }
}

/** The product that a row makes or leaves: an empty cell leaves what is known. */
export function mergedProduct(
  { given }: ReadRow,
  there: KnownProduct | null,
  { groups }: Pick<ProductFacts, 'groups'>,
): ProductFields | null {
  const { code, name } = given
  const group = given.group === null ? undefined : groups.get(given.group.toLowerCase())
  if (code === null || name === null || !group) return null
  return {
    code: there?.code ?? code,
    name,
    group: group.name,
    nameHi: given.nameHi ?? there?.nameHi ?? null,
    brand: given.brand ?? there?.brand ?? null,
    packSize: given.packSize ?? there?.packSize ?? null,
    packUnit: given.packUnit ?? there?.packUnit ?? null,
    gtin: given.gtin ?? there?.gtin ?? null,
    mrpPaise: given.mrpPaise ?? there?.mrpPaise ?? null,
    mediaId: there?.mediaId ?? null,
  }
}

export const thereOf = ({ given }: ReadRow, { byCode }: ProductFacts): KnownProduct | null =>
  (given.code !== null && byCode.get(given.code)) || null

/** What applying a row would do, by the facts about all that it names. */
export function judgeProduct(read: ReadRow, facts: ProductFacts): Judged {
  const { row, given, problems } = read
  const there = thereOf(read, facts)
  const merged = mergedProduct(read, there, facts)
  const all = inColumnOrder(COLUMNS, [
    ...problems,
    ...groupProblem(given, there, facts),
    ...gtinProblem(given, there, facts),
    ...packProblem(merged),
    ...pointsProblem(read, there),
    ...(there?.deactivated ? [deactivated(there)] : []),
  ])
  const changes = there && merged && all.length === 0 ? changesOf(there, merged) : []
  const verdict = !there ? 'create' : changes.length > 0 ? 'change' : 'same'
  return {
    rowNo: row.rowNo,
    verdict: all.length > 0 ? 'refused' : verdict,
    code: codeOf(row.cells.sku),
    claims: claimsOf(given),
    changes,
    problems: all,
    subjectId: there?.productId ?? null,
  }
}

function claimsOf({ code, gtin }: GivenProduct): Judged['claims'] {
  return [
    ...(code === null ? [] : [{ column: headerOf('sku'), value: code }]),
    ...(gtin === null ? [] : [{ column: headerOf('gtin'), value: gtin }]),
  ]
}

function groupProblem(
  { group }: GivenProduct,
  there: KnownProduct | null,
  { groups }: ProductFacts,
): RowProblem[] {
  if (group === null) return []
  const known = groups.get(group.toLowerCase())
  const problem = (reason: string) => [{ column: headerOf('group'), reason }]
  if (!known) {
    return problem(`There is no group ${group}. Add it under Programme, Product groups first.`)
  }
  if (known.left && there?.group !== known.name) {
    return problem(`The group ${known.name} is deactivated.`)
  }
  return []
}

function gtinProblem(
  { gtin }: GivenProduct,
  there: KnownProduct | null,
  { byGtin }: ProductFacts,
): RowProblem[] {
  const holder = gtin === null ? undefined : byGtin.get(gtin)
  if (gtin === null || !holder || holder.productId === there?.productId) return []
  return [{ column: headerOf('gtin'), reason: gtinTaken(gtin, holder) }]
}

export const gtinTaken = (gtin: string, { code, name }: { code: string; name: string }) =>
  `GTIN ${shownGtin(gtin)} belongs to ${name} (${code}) already.`

function packProblem(merged: ProductFields | null): RowProblem[] {
  const field = merged && packMisfit(merged.packSize, merged.packUnit)
  return field ? [{ column: headerOf(field), reason: PACK_MISFIT[field] }] : []
}

/** Points of a product that is there change by a day, and more of them by two people. */
function pointsProblem({ row, points }: ReadRow, there: KnownProduct | null): RowProblem[] {
  const column = headerOf('points')
  if (!there) {
    const isEmpty = (row.cells.points ?? '').trim() === ''
    return isEmpty ? [{ column, reason: 'A new product needs its points.' }] : []
  }
  if (points === null || points === there.points) return []
  const reason = `${there.code} has ${there.points} points today. Change them on its page, from a day on.`
  return [{ column, reason }]
}

function deactivated({ code, name }: KnownProduct): RowProblem {
  const reason = `${name} (${code}) is deactivated. Reactivate it in its list first.`
  return { column: null, reason }
}

const SHOWN: [key: string, field: keyof ProductFields, show: (value: unknown) => string][] = [
  ['name', 'name', String],
  ['nameHi', 'nameHi', String],
  ['group', 'group', String],
  ['brand', 'brand', String],
  ['packSize', 'packSize', String],
  ['packUnit', 'packUnit', String],
  ['gtin', 'gtin', (value) => shownGtin(String(value))],
  ['mrp', 'mrpPaise', (value) => formatPaise(Number(value))],
]

function changesOf(there: KnownProduct, merged: ProductFields): Judged['changes'] {
  return SHOWN.flatMap(([key, field, show]) => {
    const [before, after] = [there[field], merged[field]]
    if (before === after || after === null) return []
    return [
      { column: headerOf(key), before: before === null ? '' : show(before), after: show(after) },
    ]
  })
}

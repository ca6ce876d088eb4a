import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Applying, GivenRow, Judged, OnboardingRules } from '../../people/onboarding/index.ts'
import { knownGroups } from '../product-groups/index.ts'
import * as queries from './products.queries.ts'
import {
  judgeProduct,
  mergedProduct,
  readProduct,
  thereOf,
  type ProductFacts,
  type ReadRow,
} from './product-judging.ts'
import { PRODUCTS_MADE } from './products-made.ts'

/** Products by file: the SKU code names one that is there. */
export const productOnboarding: OnboardingRules = {
  columns: ONBOARDING_COLUMNS.products,
  made: PRODUCTS_MADE,
  async judge(context, db, rows) {
    const read = rows.map(readProduct)
    const facts = await factsOf(context, db, read)
    return read.map((row) => judgeProduct(row, facts))
  },
  apply: applyProducts,
}

async function factsOf(
  { now }: Pick<Context, 'now'>,
  db: Db | Tx,
  rows: readonly ReadRow[],
): Promise<ProductFacts> {
  const codes = rows.flatMap(({ given }) => given.code ?? [])
  const gtins = rows.flatMap(({ given }) => given.gtin ?? [])
  const known = await queries.knownProducts(db, { codes, gtins, day: dayOf(now()) })
  return {
    byCode: new Map(known.map((product) => [product.code.toUpperCase(), product])),
    byGtin: new Map(known.flatMap((product) => (product.gtin ? [[product.gtin, product]] : []))),
    groups: await knownGroups(db, [...new Set(rows.flatMap(({ given }) => given.group ?? []))]),
  }
}

async function applyProducts(
  tx: Tx,
  { context, by, requestId, uploadId }: Applying,
  rows: readonly GivenRow[],
  judged: readonly Judged[],
): Promise<ReadonlyMap<number, number>> {
  const at = context.now()
  const verdicts = new Map(judged.map(({ rowNo, verdict }) => [rowNo, verdict]))
  const read = rows.map(readProduct)
  const facts = await factsOf(context, tx, read)
  const complete = read.map((row) => completeProduct(row, facts))
  const of = (verdict: Judged['verdict']) =>
    complete.filter(({ rowNo }) => verdicts.get(rowNo) === verdict)
  const created = await create(tx, of('create'), at)
  const changed = of('change').map(({ rowNo, fields, productId }) => {
    if (productId === null) throw new Error(`Row ${rowNo} changes a product that it does not name.`)
    return { rowNo, fields, productId }
  })
  const inOrder = changed.toSorted((one, other) => one.productId - other.productId)
  for (const { productId, fields } of inOrder) await queries.updateProduct(tx, productId, fields)
  if (created.length + changed.length === 0) return new Map()
  await writeAudit(tx, context.keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'products.onboarded',
    subject: 'onboarding',
    subjectId: uploadId,
    after: {
      uploadId,
      created: created.length,
      changed: changed.length,
      createdIds: created.map(({ productId }) => productId),
      changedIds: changed.map(({ productId }) => productId),
    },
    requestId,
    at,
  })
  return new Map([...created, ...changed].map(({ rowNo, productId }) => [rowNo, productId]))
}

/** A row that was found right; throws where it was not, which is a mistake of the caller. */
function completeProduct(read: ReadRow, facts: ProductFacts) {
  const there = thereOf(read, facts)
  const fields = mergedProduct(read, there, facts)
  const { rowNo } = read.row
  if (!fields) throw new Error(`Row ${rowNo} is to be applied, but it is not complete.`)
  return { rowNo, fields, points: read.points, productId: there?.productId ?? null }
}

async function create(tx: Tx, rows: readonly ReturnType<typeof completeProduct>[], at: Date) {
  if (rows.length === 0) return []
  const products = rows.map(({ rowNo, fields, points }) => {
    if (points === null) throw new Error(`Row ${rowNo} is to be applied, but it has no points.`)
    return { ...fields, points }
  })
  const ids = await queries.insertProducts(tx, products, at)
  return rows.map(({ rowNo, fields }) => ({ rowNo, productId: Number(ids.get(fields.code)) }))
}

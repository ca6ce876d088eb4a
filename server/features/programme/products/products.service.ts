import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type {
  ProductDetail,
  ProductFields,
  ProductListQuery,
} from '../../../../contract/programme/products.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { differing } from '../../../lib/change-words.ts'
import { eventsOf, mustBeVersion, withVersion } from '../../platform/audit/index.ts'
import * as masters from '../../people/masters/index.ts'
import type { By } from '../../people/masters/index.ts'
import { lockUsable, mediaItems, SHOWN_BY } from '../../platform/media/index.ts'
import { refuseGroups } from '../product-groups/index.ts'
import { changesOf, deleteChanges } from './points-changes.queries.ts'
import { gtinTaken } from './product-judging.ts'
import { WORDS, wordsOf } from './product-words.ts'
import * as queries from './products.queries.ts'

type Reading = Pick<Context, 'now'>

export async function listProducts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  filters: ProductListQuery,
) {
  return queries.productPage(db, filters, dayOf(now()))
}

/** One product, also as seen from within a transaction, or 404. */
export async function getProduct(
  { now }: Reading,
  db: Db | Tx,
  productId: number,
): Promise<ProductDetail> {
  const found = await queries.productById(db, productId, dayOf(now()))
  if (!found) throw notFound('This product')
  const { mediaId, ...product } = found
  const media = mediaId === null ? new Map() : await mediaItems(db, [mediaId])
  const subject = { subject: 'product', id: productId, piece: 'products.onboarded' } as const
  return {
    ...product,
    media: (mediaId !== null && media.get(mediaId)) || null,
    changes: await changesOf(db, productId),
    events: await eventsOf(db, subject, wordsOf),
  }
}

export async function createProduct(
  context: Context,
  by: By,
  product: queries.NewProduct,
): Promise<ProductDetail> {
  const taken = (db: Db | Tx) => refuseTaken(db, product, null)
  return masters.savingUnique(context.db, taken, async (tx) => {
    await refuseGroups(tx, [product.group], { field: 'group' })
    if (product.mediaId !== null) await lockUsable(tx, product.mediaId, SHOWN_BY.product)
    const at = context.now()
    const ids = await queries.insertProducts(tx, [product], at)
    const productId = Number(ids.get(product.code))
    const told = { action: 'product.added', subject: 'product', subjectId: productId, at }
    await masters.audit(tx, context, by, { ...told, after: product })
    return getProduct(context, tx, productId)
  })
}

export async function changeProduct(
  context: Context,
  by: By,
  { productId, product, version }: { productId: number; product: ProductFields; version: number },
): Promise<ProductDetail> {
  const taken = (db: Db | Tx) => refuseTaken(db, product, productId)
  return masters.savingUnique(context.db, taken, async (tx) => {
    const before = await queries.lockProduct(tx, productId)
    if (!before) throw notFound('This product')
    await mustBeVersion(tx, 'product', { id: productId, seen: version, words: WORDS })
    await refuseGroups(tx, [product.group], { field: 'group', kept: [before.group] })
    if (product.mediaId !== null && product.mediaId !== before.mediaId) {
      await lockUsable(tx, product.mediaId, SHOWN_BY.product)
    }
    const changed = differing<ProductFields>(before, product)
    if (changed) {
      await queries.updateProduct(tx, productId, product)
      const told = { action: 'product.changed', subject: 'product', subjectId: productId }
      const after = await withVersion(tx, 'product', productId, changed.after)
      await masters.audit(tx, context, by, { ...told, ...changed, after, at: context.now() })
    }
    return getProduct(context, tx, productId)
  })
}

type Unique = Pick<ProductFields, 'code' | 'gtin'>

async function refuseTaken(
  db: Db | Tx,
  { code, gtin }: Unique,
  productId: number | null,
): Promise<void> {
  const gtins = gtin === null ? [] : [gtin]
  const taken: Record<string, string> = {}
  for (const other of await queries.productsLike(db, { codes: [code], gtins })) {
    if (other.productId === productId) continue
    if (other.code.toUpperCase() === code) taken.code = codeTaken(other)
    if (gtin !== null && other.gtin === gtin) taken.gtin = gtinTaken(gtin, other)
  }
  masters.refuseFields(taken)
}

const codeTaken = ({ code, name }: { code: string; name: string }) =>
  `SKU code ${code} belongs to ${name} already.`

/** Its batches and schemes go on; it is chosen for nothing new. */
export async function setProductStatus(
  context: Context,
  by: By,
  { productId, ...wanted }: { productId: number; status: MasterStatus; reason: string },
): Promise<ProductDetail> {
  return transaction(context.db, async (tx) => {
    await masters.setStatus(tx, context, by, { master: 'product', id: productId, ...wanted })
    return getProduct(context, tx, productId)
  })
}

export async function deleteProduct(context: Context, by: By, productId: number) {
  return masters.deleteMaster(context, by, {
    master: 'product',
    id: productId,
    before: (tx) => queries.lockProduct(tx, productId),
    isNamed: (tx) => queries.isInScheme(tx, productId),
    clear: (tx) => deleteChanges(tx, productId),
  })
}

/** A product for something new: it is not deactivated before the transaction ends. */
export async function productToChoose(tx: Tx, productId: number) {
  const [product] = await queries.holdProducts(tx, [productId])
  return product
}

/**
 * Refuses, at the field, deactivated products that somebody newly names; those of `kept` may stay.
 * What is named is neither deactivated nor deleted before the transaction ends.
 */
export async function refuseLeftProducts(
  tx: Tx,
  productIds: readonly number[],
  { field, kept = [] }: { field: string; kept?: readonly number[] },
): Promise<void> {
  if (productIds.length === 0) return
  const held = await queries.holdProducts(tx, productIds)
  const left = held.find(({ productId, leftAt }) => leftAt !== null && !kept.includes(productId))
  if (left) throw invalidField(field, `${left.name} (${left.code}) is deactivated: take it out.`)
}

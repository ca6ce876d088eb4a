import type { SchemeDetail, SchemeTerms } from '../../../../contract/programme/schemes.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { leftOf, refuseLeft } from '../../people/distributors/index.ts'
import { schemeById } from './scheme-list.queries.ts'
import { mustBeDraft } from './scheme-machine.ts'
import { changesOf, copyOf, termsOf, tidied } from './scheme-terms.ts'
import * as queries from './schemes.queries.ts'
import { refuseLeftProducts } from '../products/index.ts'
import { getScheme, knownNames } from './schemes.service.ts'

/** Drafts a scheme: it gives nothing until somebody else activates it. */
export async function draftScheme(
  context: Context,
  caller: StaffCaller,
  asked: SchemeTerms,
  origin: Origin,
): Promise<SchemeDetail> {
  const terms = tidied(asked)
  return transaction(context.db, async (tx) => {
    await knownNames(tx, terms)
    await refuseLeft(tx, terms.distributorIds, { field: 'distributorIds' })
    await refuseLeftProducts(tx, terms.productIds, { field: 'productIds' })
    return keepDraft(context, tx, { caller, origin, terms })
  })
}

type NewDraft = {
  caller: StaffCaller
  origin: Origin
  terms: SchemeTerms
  /** The scheme that it is a copy of. */
  copyOf?: { schemeId: number; name: string }
}

async function keepDraft(
  context: Context,
  tx: Tx,
  { caller, origin, terms, copyOf: source }: NewDraft,
): Promise<SchemeDetail> {
  const at = context.now()
  const { staffId } = caller
  const schemeId = await queries.insertScheme(tx, terms, { staffId, at })
  const note = source ? `A copy of “${source.name}”` : null
  await queries.insertEvent(tx, { schemeId, at, staffId, action: 'draft', note })
  const made = await getScheme({ ...context, db: tx }, schemeId)
  await writeAudit(tx, context.keys, {
    by: caller,
    action: 'scheme.drafted',
    subject: 'scheme',
    subjectId: schemeId,
    after: source ? { ...terms, copyOf: source.schemeId } : terms,
    requestId: origin.requestId,
    at,
  })
  return made
}

/** Changes the terms of a draft that is still as it was read; nothing is written where nothing differs. */
export async function editScheme(
  context: Context,
  caller: StaffCaller,
  { schemeId, terms: asked, version }: { schemeId: number; terms: SchemeTerms; version: number },
  origin: Origin,
): Promise<SchemeDetail> {
  const terms = tidied(asked)
  return transaction(context.db, async (tx) => {
    const scheme = await lockedScheme(tx, schemeId)
    mustBeDraft(scheme, 'edited')
    await mustBeVersion(tx, scheme, version)
    await knownNames(tx, terms)
    const before = await keptTerms(tx, schemeId)
    const kept = before.distributorIds
    await refuseLeft(tx, terms.distributorIds, { field: 'distributorIds', kept })
    const products = { field: 'productIds', kept: before.productIds }
    await refuseLeftProducts(tx, terms.productIds, products)
    const changes = changesOf(before, terms)
    const changed = Object.keys(changes.after)
    if (changed.length === 0) return getScheme({ ...context, db: tx }, schemeId)
    const [at, { staffId }] = [context.now(), caller]
    await queries.updateTerms(tx, schemeId, terms)
    await queries.insertEvent(tx, { schemeId, at, staffId, action: 'edit' })
    const done = await getScheme({ ...context, db: tx }, schemeId)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'scheme.edited',
      subject: 'scheme',
      subjectId: schemeId,
      ...changes,
      requestId: origin.requestId,
      at,
    })
    return done
  })
}

/** Removes a draft for good; the audit trail keeps its terms. */
export async function discardScheme(
  { db, keys, now }: Context,
  caller: StaffCaller,
  schemeId: number,
  origin: Origin,
): Promise<{ message: string }> {
  return transaction(db, async (tx) => {
    const scheme = await lockedScheme(tx, schemeId)
    mustBeDraft(scheme, 'discarded')
    const terms = await keptTerms(tx, schemeId)
    await queries.deleteScheme(tx, schemeId)
    await writeAudit(tx, keys, {
      by: caller,
      action: 'scheme.discarded',
      subject: 'scheme',
      subjectId: schemeId,
      before: terms,
      requestId: origin.requestId,
      at: now(),
    })
    return { message: `The draft “${scheme.name}” is discarded.` }
  })
}

/** A new draft with the terms of any scheme, without distributors that left; days that have begun begin tomorrow. */
export async function duplicateScheme(
  context: Context,
  caller: StaffCaller,
  schemeId: number,
  origin: Origin,
): Promise<SchemeDetail> {
  return transaction(context.db, async (tx) => {
    const source = await keptTerms(tx, schemeId)
    const copy = copyOf(source, dayOf(context.now()))
    const terms = await withoutLeft(tx, copy)
    return keepDraft(context, tx, {
      caller,
      origin,
      terms,
      copyOf: { schemeId, name: source.name },
    })
  })
}

/** Terms for something new: without distributors that left. With nobody else left they would be for all. */
async function withoutLeft(tx: Tx, terms: SchemeTerms): Promise<SchemeTerms> {
  const gone = (await leftOf(tx, terms.distributorIds)).map((one) => one.distributorId)
  const distributorIds = terms.distributorIds.filter((id) => !gone.includes(id))
  if (gone.length > 0 && distributorIds.length === 0) {
    const words = 'All its distributors are deactivated: draft a new scheme instead of a copy.'
    throw new AppError('conflict', words)
  }
  return { ...terms, distributorIds }
}

/** The scheme, locked to the end of the transaction: whoever changes it comes here first. */
export async function lockedScheme(tx: Tx, schemeId: number): Promise<queries.LockedScheme> {
  const scheme = await queries.lockScheme(tx, schemeId)
  if (!scheme) throw notFound(`Scheme ${schemeId}`)
  return scheme
}

async function keptTerms(tx: Tx, schemeId: number): Promise<SchemeTerms> {
  const found = await schemeById(tx, schemeId)
  if (!found) throw notFound(`Scheme ${schemeId}`)
  return termsOf(found)
}

/** Refuses whoever read other terms than there are now, and names who changed them. */
export async function mustBeVersion(
  tx: Tx,
  { schemeId, name, version }: queries.LockedScheme,
  read: number,
): Promise<void> {
  if (version === read) return
  const events = await queries.eventsOf(tx, schemeId)
  const who = events.findLast(({ action }) => action === 'edit' || action === 'draft')?.by
  throw new AppError(
    'conflict',
    `${who ?? 'Somebody'} has changed “${name}” meanwhile. Load it again to see its terms.`,
  )
}

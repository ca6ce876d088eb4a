import { schemeSentence } from '../../../../contract/programme/scheme-words.ts'
import type {
  SchemeDetail,
  SchemeListQuery,
  SchemeRow,
  SchemeTerms,
  SchemeWarning,
} from '../../../../contract/programme/schemes.ts'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { spentOf } from '../scans/index.ts'
import * as list from './scheme-list.queries.ts'
import { termsOf, tidied } from './scheme-terms.ts'
import * as queries from './schemes.queries.ts'
import { finishedSimulation, newestSimulation, toSimulation } from './simulation.queries.ts'
import * as facts from './warning-facts.queries.ts'
import { warningsOf } from './warnings.ts'

type Reading = Pick<Context, 'rules' | 'now'> & { db: Db | Tx }

export async function listSchemes({ db }: Pick<Context, 'db'>, filters: SchemeListQuery) {
  const page = await list.schemePage(db, filters)
  return { ...page, items: await rowsOf(db, page.items) }
}

/** Schemes with their sentences and what they gave, in a few statements for all of them. */
async function rowsOf(db: Db | Tx, found: readonly list.SchemeFound[]): Promise<SchemeRow[]> {
  const ids = found.map(({ schemeId }) => schemeId)
  const [names, spent, bonuses] = await Promise.all([
    list.namesOf(db, {
      productIds: found.flatMap(({ productIds }) => productIds),
      distributorIds: found.flatMap(({ distributorIds }) => distributorIds),
    }),
    spentOf(db, ids),
    list.bonusesOf(db, ids),
  ])
  return found.map((row) => {
    const terms = termsOf(row)
    const { name, kind, fromDay, toDay, priority, stacks, budget } = terms
    const { schemeId, status, createdBy } = row
    return {
      schemeId,
      name,
      kind,
      status,
      fromDay,
      toDay,
      priority,
      stacks,
      budget,
      createdBy,
      sentence: sentenceOf(terms, names),
      spent: spent.get(schemeId) ?? 0,
      bonuses: bonuses.get(schemeId) ?? 0,
    }
  })
}

function sentenceOf(terms: SchemeTerms, { products, distributors }: list.Names): string {
  return schemeSentence(terms, {
    product: (id) => products.get(id) ?? `product ${id}`,
    distributor: (id) => distributors.get(id) ?? `distributor ${id}`,
  })
}

/** A scheme with its terms, life, effect, warnings and newest simulation, or 404. */
export async function getScheme(context: Reading, schemeId: number): Promise<SchemeDetail> {
  const { db } = context
  const found = await list.schemeById(db, schemeId)
  if (!found) throw notFound(`Scheme ${schemeId}`)
  const terms = termsOf(found)
  const [[row], members, days, warnings, simulation, events] = await Promise.all([
    rowsOf(db, [found]),
    membersOf(db, found),
    queries.effectDays(db, schemeId),
    found.status === 'ended' ? [] : warningsFor(context, terms, found),
    newestSimulation(db, schemeId),
    queries.eventsOf(db, schemeId),
  ])
  if (!row) throw new Error('A scheme that was read made no row.')
  return {
    ...row,
    terms,
    version: found.version,
    createdAt: found.createdAt.toISOString(),
    createdById: found.createdById,
    makerIds: makersAmong(events),
    members,
    days,
    warnings,
    simulation: simulation ? toSimulation(simulation, found.version) : null,
    events: events.map(({ at, by, action, note }) => ({ at: at.toISOString(), by, action, note })),
  }
}

type Event = Awaited<ReturnType<typeof queries.eventsOf>>[number]

/** Who drafted or edited a scheme. */
export function makersAmong(events: readonly Event[]): number[] {
  const made = events.filter(({ action }) => action === 'draft' || action === 'edit')
  return [...new Set(made.flatMap(({ staffId }) => staffId ?? []))]
}

async function membersOf(db: Db | Tx, found: list.SchemeFound): Promise<number | null> {
  if (found.status === 'draft') return 0
  if (found.kind === 'slab' || found.capPerMember !== null) {
    return queries.countedMembers(db, found.schemeId)
  }
  return queries.membersWithBonus(db, found)
}

/** The rule in words and what is probably not meant, of terms that nobody has kept yet. */
export async function checkScheme(context: Reading, asked: SchemeTerms) {
  const terms = tidied(asked)
  const names = await knownNames(context.db, terms)
  const warnings = await warningsFor(context, terms, null)
  return { sentence: sentenceOf(terms, names), warnings }
}

/** What the products and distributors are called; refuses those that do not exist, at their fields. */
export async function knownNames(
  db: Db | Tx,
  { productIds, distributorIds }: SchemeTerms,
): Promise<list.Names> {
  const names = await list.namesOf(db, { productIds, distributorIds })
  const fields: Record<string, string> = {}
  if (productIds.some((id) => !names.products.has(id))) {
    fields.productIds = 'One of these products is not known. Choose from the list.'
  }
  if (distributorIds.some((id) => !names.distributors.has(id))) {
    fields.distributorIds = 'One of these distributors is not known. Choose from the list.'
  }
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid', first, { fields })
  return names
}

type Kept = Pick<list.SchemeFound, 'schemeId' | 'status' | 'version'>

async function warningsFor(
  { db, rules, now }: Reading,
  terms: SchemeTerms,
  kept: Kept | null,
): Promise<SchemeWarning[]> {
  const at = now()
  const today = dayOf(at)
  const begins = new Date(Math.max(startOfDay(terms.fromDay).getTime(), at.getTime()))
  const [products, members, neighbours, simulation] = await Promise.all([
    facts.productsSeen(db, terms.productIds, begins),
    facts.membersSeen(db, terms),
    facts.neighboursOf(db, terms),
    kept ? finishedSimulation(db, kept.schemeId, kept.version) : undefined,
  ])
  return warningsOf(terms, {
    today,
    products,
    neighbours,
    ...members,
    schemeId: kept?.schemeId ?? null,
    runs: kept !== null && kept.status !== 'draft',
    scansPerDay: rules.at(at).scansPerDay,
    simulated: simulation?.result?.forWholeLife ?? null,
  })
}

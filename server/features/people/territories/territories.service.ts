import { stateName } from '../../../../contract/india.ts'
import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type {
  TerritoryDetail,
  TerritoryFields,
  TerritoryListQuery,
} from '../../../../contract/people/territories.ts'
import { plainWords } from '../../../../contract/trail.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { changeWords, differing, type FieldWords } from '../../../lib/change-words.ts'
import {
  type AuditedEvent,
  eventsOf,
  mustBeVersion,
  withVersion,
} from '../../platform/audit/index.ts'
import * as masters from '../masters/index.ts'
import type { By } from '../masters/index.ts'
import * as queries from './territories.queries.ts'

const WORDS: FieldWords = {
  labels: { code: 'Code', name: 'Name', states: 'States', pinPrefixes: 'PIN codes' },
  show: (name, value) => {
    if (!Array.isArray(value)) return String(value)
    const words = name === 'states' ? value.map((id) => stateName(Number(id))) : value
    return words.join(', ') || 'none'
  },
}

function wordsOf({ action, before, after }: AuditedEvent): string {
  if (action !== 'territory.changed') return plainWords(action)
  return changeWords(WORDS, before, after)
}

export async function listTerritories({ db }: Pick<Context, 'db'>, filters: TerritoryListQuery) {
  return queries.territoryPage(db, filters)
}

/** One territory, also as seen from within a transaction, or 404. */
export async function getTerritory(db: Db | Tx, territoryId: number): Promise<TerritoryDetail> {
  const territory = await queries.territoryById(db, territoryId)
  if (!territory) throw notFound('This territory')
  const subject = { subject: 'territory', id: territoryId } as const
  return { ...territory, events: await eventsOf(db, subject, wordsOf) }
}

export async function createTerritory(
  context: Context,
  by: By,
  fields: TerritoryFields,
): Promise<TerritoryDetail> {
  return transaction(context.db, async (tx) => {
    await queries.lockNames(tx)
    await refuseTaken(tx, fields, null)
    const at = context.now()
    const territoryId = await queries.insertTerritory(tx, fields, at)
    const told = { action: 'territory.added', subject: 'territory', subjectId: territoryId, at }
    await masters.audit(tx, context, by, { ...told, after: fields })
    return getTerritory(tx, territoryId)
  })
}

/** A new name stands at its distributors at once. */
export async function changeTerritory(
  context: Context,
  by: By,
  {
    territoryId,
    fields,
    version,
  }: { territoryId: number; fields: TerritoryFields; version: number },
): Promise<TerritoryDetail> {
  return transaction(context.db, async (tx) => {
    await queries.lockNames(tx)
    const before = await queries.lockTerritory(tx, territoryId)
    if (!before) throw notFound('This territory')
    await mustBeVersion(tx, 'territory', { id: territoryId, seen: version, words: WORDS })
    await refuseTaken(tx, fields, territoryId)
    const changed = differing<TerritoryFields>(before, fields)
    if (changed) {
      await queries.updateTerritory(tx, territoryId, fields)
      const told = { action: 'territory.changed', subject: 'territory', subjectId: territoryId }
      const after = await withVersion(tx, 'territory', territoryId, changed.after)
      await masters.audit(tx, context, by, { ...told, ...changed, after, at: context.now() })
    }
    return getTerritory(tx, territoryId)
  })
}

async function refuseTaken(
  tx: Tx,
  { code, name }: TerritoryFields,
  territoryId: number | null,
): Promise<void> {
  const taken: Record<string, string> = {}
  for (const other of await queries.territoriesLike(tx, { code, name })) {
    if (other.territoryId === territoryId) continue
    if (other.code.toUpperCase() === code) {
      taken.code = `Territory code ${code} belongs to ${other.name} already.`
    } else taken.name = `There is a territory ${other.name} already.`
  }
  masters.refuseFields(taken)
}

export async function setTerritoryStatus(
  context: Context,
  by: By,
  { territoryId, ...wanted }: { territoryId: number; status: MasterStatus; reason: string },
): Promise<TerritoryDetail> {
  return transaction(context.db, async (tx) => {
    await masters.setStatus(tx, context, by, { master: 'territory', id: territoryId, ...wanted })
    return getTerritory(tx, territoryId)
  })
}

export async function deleteTerritory(context: Context, by: By, territoryId: number) {
  return masters.deleteMaster(context, by, {
    master: 'territory',
    id: territoryId,
    before: (tx) => queries.lockTerritory(tx, territoryId),
  })
}

export type KnownTerritories = ReadonlyMap<string, { name: string; left: boolean }>

/** Those of these territories that exist, by their name in small letters. */
export async function knownTerritories(
  db: Db | Tx,
  names: readonly string[],
): Promise<KnownTerritories> {
  if (names.length === 0) return new Map()
  const found = await queries.territoriesNamed(db, names)
  return new Map(
    found.map(({ name, leftAt }) => [name.toLowerCase(), { name, left: leftAt !== null }]),
  )
}

/** Why a distributor cannot get this territory; null where it can. `kept` is the one it has. */
export function territoryProblem(
  name: string,
  known: KnownTerritories,
  kept: string | null,
): string | null {
  const found = known.get(name.toLowerCase())
  if (!found) return `There is no territory ${name}. Add it under Programme, Territories first.`
  if (found.left && found.name !== kept) return `The territory ${found.name} is deactivated.`
  return null
}

/** The territory as it is written, or a refusal at its field; held until the transaction ends. */
export async function territoryToChoose(
  tx: Tx,
  name: string | null,
  kept: string | null,
): Promise<string | null> {
  if (name === null) return null
  const known = await knownTerritories(tx, [name])
  const problem = territoryProblem(name, known, kept)
  if (problem) throw invalidField('territory', problem)
  return known.get(name.toLowerCase())?.name ?? null
}

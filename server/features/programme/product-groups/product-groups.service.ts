import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type { GroupDetail, GroupListQuery } from '../../../../contract/programme/product-groups.ts'
import { plainWords } from '../../../../contract/trail.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { changeWords } from '../../../lib/change-words.ts'
import {
  type AuditedEvent,
  eventsOf,
  mustBeVersion,
  withVersion,
} from '../../platform/audit/index.ts'
import * as masters from '../../people/masters/index.ts'
import type { By } from '../../people/masters/index.ts'
import * as queries from './product-groups.queries.ts'

const MASTER = 'product_group'
const WORDS = { labels: { name: 'Name' } }

const wordsOf = ({ action, before, after }: AuditedEvent): string =>
  action === 'product_group.renamed' ? changeWords(WORDS, before, after) : plainWords(action)

export async function listGroups({ db }: Pick<Context, 'db'>, filters: GroupListQuery) {
  return queries.groupPage(db, filters)
}

/** One group, also as seen from within a transaction, or 404. */
export async function getGroup(db: Db | Tx, groupId: number): Promise<GroupDetail> {
  const group = await queries.groupById(db, groupId)
  if (!group) throw notFound('This group')
  return { ...group, events: await eventsOf(db, { subject: MASTER, id: groupId }, wordsOf) }
}

export async function createGroup(
  context: Context,
  by: By,
  { name }: { name: string },
): Promise<GroupDetail> {
  return transaction(context.db, async (tx) => {
    await queries.lockNames(tx)
    await refuseTaken(tx, name, null)
    const at = context.now()
    const groupId = await queries.insertGroup(tx, name, at)
    const told = { action: 'product_group.added', subject: MASTER, subjectId: groupId, at }
    await masters.audit(tx, context, by, { ...told, after: { name } })
    return getGroup(tx, groupId)
  })
}

/** Its products follow. Charge rules name groups in terms that do not change: one of theirs keeps its name. */
export async function renameGroup(
  context: Context,
  by: By,
  { groupId, name, version }: { groupId: number; name: string; version: number },
): Promise<GroupDetail> {
  return transaction(context.db, async (tx) => {
    await queries.lockNames(tx)
    const before = await queries.lockGroup(tx, groupId)
    if (!before) throw notFound('This group')
    await mustBeVersion(tx, MASTER, { id: groupId, seen: version, words: WORDS })
    if (before.name === name) return getGroup(tx, groupId)
    await refuseTaken(tx, name, groupId)
    if ((await queries.rulesNaming(tx, before.name)) > 0) {
      const sentence = `A charge rule names ${before.name}, and its terms do not change. Add a group with the new name and deactivate this one.`
      throw new AppError('conflict', sentence, { fields: { name: sentence } })
    }
    await queries.renameGroup(tx, groupId, name)
    const told = { action: 'product_group.renamed', subject: MASTER, subjectId: groupId }
    const after = await withVersion(tx, MASTER, groupId, { name })
    const changed = { before: { name: before.name }, after }
    await masters.audit(tx, context, by, { ...told, ...changed, at: context.now() })
    return getGroup(tx, groupId)
  })
}

async function refuseTaken(tx: Tx, name: string, groupId: number | null): Promise<void> {
  const other = (await queries.groupsLike(tx, name)).find((one) => one.groupId !== groupId)
  masters.refuseFields(other ? { name: `There is a group ${other.name} already.` } : {})
}

export async function setGroupStatus(
  context: Context,
  by: By,
  { groupId, ...wanted }: { groupId: number; status: MasterStatus; reason: string },
): Promise<GroupDetail> {
  return transaction(context.db, async (tx) => {
    await masters.setStatus(tx, context, by, { master: MASTER, id: groupId, ...wanted })
    return getGroup(tx, groupId)
  })
}

export async function deleteGroup(context: Context, by: By, groupId: number) {
  return masters.deleteMaster(context, by, {
    master: MASTER,
    id: groupId,
    before: (tx) => queries.lockGroup(tx, groupId),
    // Rules name a group in an array, which no foreign key holds.
    isNamed: async (tx) => {
      const group = await queries.lockGroup(tx, groupId)
      return group !== undefined && (await queries.rulesNaming(tx, group.name)) > 0
    },
  })
}

/** Those of these groups that exist, by their name in small letters; held while a transaction lasts. */
export async function knownGroups(db: Db | Tx, names: readonly string[]) {
  if (names.length === 0) return new Map<string, { name: string; left: boolean }>()
  const found = await queries.groupsLikeAny(db, names)
  return new Map(
    found.map(({ name, leftAt }) => [name.toLowerCase(), { name, left: leftAt !== null }]),
  )
}

/**
 * Refuses, at the field, groups that do not exist, and deactivated ones that are newly named; those of
 * `kept` may stay. In a transaction they neither change their name nor are deactivated before its end.
 */
export async function refuseGroups(
  db: Db | Tx,
  names: readonly string[],
  { field, kept = [] }: { field: string; kept?: readonly string[] },
): Promise<void> {
  if (names.length === 0) return
  const known = new Map((await queries.groupsNamed(db, names)).map((one) => [one.name, one]))
  const unknown = names.filter((name) => !known.has(name)).map((name) => `“${name}”`)
  if (unknown.length > 0) {
    const sentence = `There is no product group ${unknown.join(', ')}. Choose from the list, or add it under Programme, Product groups.`
    throw invalidField(field, sentence)
  }
  const left = names.find((name) => !kept.includes(name) && known.get(name)?.leftAt != null)
  if (left !== undefined) throw invalidField(field, `The group ${left} is deactivated.`)
}

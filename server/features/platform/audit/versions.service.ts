import { sql } from 'kysely'
import type { Stale, StaleChange } from '../../../../contract/version.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { fieldChanges, fieldsOf, type FieldWords } from '../../../lib/change-words.ts'

/** The tables whose rows count their changes, each with its key and what the audit trail calls it. */
const ROWS = {
  plant: { id: 'plant_id', subject: 'plant' },
  product: { id: 'product_id', subject: 'product' },
  product_group: { id: 'group_id', subject: 'product_group' },
  territory: { id: 'territory_id', subject: 'territory' },
  distributor: { id: 'distributor_id', subject: 'distributor' },
  staff: { id: 'staff_id', subject: 'staff' },
  member: { id: 'member_id', subject: 'member' },
  charge_rule: { id: 'rule_id', subject: 'charge-rule' },
  gift: { id: 'gift_id', subject: 'gift' },
  offer: { id: 'offer_id', subject: 'offer' },
  banner: { id: 'banner_id', subject: 'banner' },
  canned_answer: { id: 'canned_id', subject: 'canned_answer' },
} as const
export type VersionedRow = keyof typeof ROWS

/** The version of a row now; 0 where there is none. */
export async function versionOf(db: Db | Tx, row: VersionedRow, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(row)} where ${sql.ref(ROWS[row].id)} = ${id}::int`.execute(db)
  return rows[0]?.version ?? 0
}

/** What the audit row of a change keeps: the fields, and the version that they made. */
export async function withVersion(tx: Tx, row: VersionedRow, id: number, after: object) {
  return { ...after, version: await versionOf(tx, row, id) }
}

/**
 * Refuses whoever saves what was read before somebody else changed it. The row is locked, so that it
 * stays the version that was compared.
 */
export async function mustBeVersion(
  tx: Tx,
  row: VersionedRow,
  { id, seen, words }: { id: number; seen: number | undefined; words: FieldWords },
): Promise<void> {
  if (seen === undefined) {
    throw invalidField('version', 'Say which version you changed: open it again, then save.')
  }
  const version = await versionOf(tx, row, id)
  await refuseStale(tx, { subject: ROWS[row].subject, subjectId: id, seen, version, words })
}

type Compared = {
  /** As the audit trail names it. */
  subject: string
  subjectId: string | number
  seen: number
  version: number
  words: FieldWords
}

/** The same where the caller read the version: what changed, by whom and when comes from the trail. */
export async function refuseStale(
  db: Db | Tx,
  { subject, subjectId, seen, version, words }: Compared,
): Promise<void> {
  if (seen === version) return
  const changes = await changesSince(db, { subject, subjectId, seen, words })
  throw new AppError('conflict', sentenceOf(changes), { stale: { version, changes } })
}

function sentenceOf(changes: Stale['changes']): string {
  const names = [...new Set(changes.map(({ by }) => by))]
  const labels = changes.map(({ label }) => label)
  const what =
    names.length === 0
      ? 'This was changed meanwhile.'
      : `${names.join(' and ')} changed this meanwhile: ${labels.join(', ')}.`
  return `${what} Nothing was saved: look at the changes, then save again.`
}

type Sought = Omit<Compared, 'version'>

/** The fields that rows of the trail changed since a version, each with what it was and what it is. */
async function changesSince(
  db: Db | Tx,
  { subject, subjectId, seen, words }: Sought,
): Promise<StaleChange[]> {
  const { rows } = await sql<{ at: Date; by: string | null; before: unknown; after: unknown }>`
    select a.at, s.name as by, a.before, a.after
    from audit a left join staff s on s.staff_id = a.staff_id
    where a.subject = ${subject} and a.subject_id = ${String(subjectId)}
      and a.after -> 'version' > to_jsonb(${seen}::int)
    order by a.seq`.execute(db)
  const changes = new Map<string, StaleChange>()
  for (const { at, by, before, after } of rows) {
    const told = { by: by ?? 'HIL Dashboard', at: at.toISOString() }
    for (const { field, label, was, now } of fieldChanges(words, before, after)) {
      changes.set(field, { field, label, was: changes.get(field)?.was ?? was, now, ...told })
    }
    for (const field of namedOnly(after)) {
      const label = words.labels[field]
      if (label && !changes.has(field)) {
        changes.set(field, { field, label, was: null, now: null, ...told })
      }
    }
  }
  return [...changes.values()].filter(({ was, now }) => was === null || was !== now)
}

/** Fields that a row of the trail names without their words, which would name a person. */
function namedOnly(after: unknown): string[] {
  const { fields } = fieldsOf(after)
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []
}

import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { takeBaseBackup } from './base-backup.service.ts'
import { listBases } from './base-manifest.ts'

/** A little less than a day: what begins each night must not find the night before too young. */
const DUE_MS = 20 * 3_600_000

/**
 * Takes a base backup of the embedded database where its archive has none of the last day, or none of
 * the history that a restore has begun.
 */
export async function baseBackupWhenDue(
  context: Pick<Context, 'config' | 'connection' | 'db' | 'keys' | 'now'>,
): Promise<void> {
  const { config, db, now } = context
  if (config.archive === null) return
  const newest = (await listBases(config.archive.dir)).at(-1)?.manifest
  const { rows } = await sql<{ timeline: number }>`
    select timeline_id as timeline from pg_control_checkpoint()`.execute(db)
  const isYoung = newest && now().getTime() - Date.parse(newest.until) < DUE_MS
  if (isYoung && newest.timeline === rows[0]?.timeline) return
  await takeBaseBackup(context)
}

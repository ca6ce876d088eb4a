import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { tellEverybodyWith } from '../../platform/notices/index.ts'
import { readArchiveState } from '../../platform/metrics/index.ts'
import { formatMoment } from './moment.ts'

/** Stands in the settings while people know that the log is not archived. */
const TOLD = 'wal_archive_failing'

/**
 * Tells administrators once when PostgreSQL cannot archive its log, and once when it can again; the
 * log of the server says it each minute. What is not archived waits on the disk of the database.
 */
export async function watchArchive({
  config,
  db,
  log,
  now,
}: Pick<Context, 'config' | 'db' | 'log' | 'now'>): Promise<void> {
  const state = await readArchiveState(db)
  if (state === null) {
    if (config.archive === null) return
    log.error('WAL_ARCHIVE_DIR is set, but PostgreSQL was started without it: restart the server')
    return
  }
  if (state.isFailing) {
    const { piece, archivedAt } = state
    log.error(
      { piece, archivedAt, folder: config.archive?.dir },
      'PostgreSQL cannot archive its log: it waits on the disk of the database',
    )
  }
  await transaction(db, async (tx) => {
    const wasTold = await isTold(tx)
    if (wasTold === state.isFailing) return
    const at = now()
    await remember(tx, state.isFailing, at)
    await tellEverybodyWith(tx, 'staff.manage', {
      words: state.isFailing ? failing(state.archivedAt) : 'The database’s log is archived again.',
      link: '/dashboard',
      at,
    })
  })
}

const failing = (since: Date | null) =>
  `The database’s log has not been archived ${since ? `since ${formatMoment(since)}` : 'yet'}: it cannot be restored to a later moment, and the log fills the database’s disk. Whoever runs the server has to see to the archive.`

async function isTold(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('setting')
    .select('name')
    .where('name', '=', TOLD)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function remember(tx: Tx, isFailing: boolean, at: Date): Promise<void> {
  if (!isFailing) {
    await tx.deleteFrom('setting').where('name', '=', TOLD).execute()
    return
  }
  await tx
    .insertInto('setting')
    .values({ name: TOLD, value: 'true', changed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import type { Context } from '../../../context.ts'
import { giveUpReport } from './make-report.service.ts'
import { ownerOf, preparedStore, removePieces } from './prepared-files.ts'
import * as queries from './report-jobs.queries.ts'

const DAY_MS = 86_400_000
const PIECE = 500

/**
 * Deletes prepared reports whose days are over, gives up those that lie for a day unmade, and removes
 * files that no row knows: a crash leaves some, and nothing opens them.
 */
export async function tidyPreparedReports(context: Context): Promise<void> {
  const { db, now } = context
  const store = preparedStore(context)
  const at = now()
  for (;;) {
    const deleted = await queries.deleteOver(db, at, PIECE)
    for (const jobId of deleted) await removePieces(store, jobId)
    if (deleted.length < PIECE) break
  }
  const dayAgo = new Date(at.getTime() - DAY_MS)
  for (const jobId of await queries.forgotten(db, dayAgo)) await giveUpReport(context, jobId)
  await sweepStrays(context, dayAgo)
}

async function sweepStrays(context: Context, dayAgo: Date): Promise<void> {
  const store = preparedStore(context)
  let some: string[] = []
  const flush = async () => {
    const owners = some.map((name) => ({ name, owner: ownerOf(name) }))
    const jobIds = [...new Set(owners.flatMap(({ owner }) => owner?.jobId ?? []))]
    const attempts = await queries.attemptsOf(context.db, jobIds)
    const strays = owners.filter(
      ({ name, owner }) =>
        owner && (name.endsWith('.draft') || attempts.get(owner.jobId) !== owner.attempt),
    )
    await store.remove(strays.map(({ name }) => name))
    some = []
  }
  for await (const name of store.olderThan(dayAgo)) {
    if (ownerOf(name) === null) continue
    some.push(name)
    if (some.length === PIECE) await flush()
  }
  await flush()
}

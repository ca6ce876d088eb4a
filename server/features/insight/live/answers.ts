import type { WorkTopic } from '../../../../contract/insight/live.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { IDLE_RULES } from '../../../../contract/platform/rule-sessions.ts'
import type { ScanRow } from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import { scansBetween, type Seen } from '../../programme/scans/index.ts'
import * as queries from './live.queries.ts'
import { nextOf, writePlace } from './place.ts'
import { topicsBetween, type Marks } from './topics.ts'

/** More scans than this at once are not sent one by one: nobody reads them, and lists can be asked. */
export const MOST_SCANS = 1000

/** What is asked for in one look: for streams that have come this far, for these people and sessions. */
export type Question = {
  places: readonly Seen[]
  staffIds: readonly number[]
  sessions: readonly string[]
  /** How far the logs had come at the look before; null at the first. */
  marks: Marks | null
}

export type Answer = {
  seen: Seen
  marks: Marks
  topics: ReadonlySet<WorkTopic>
  /** By the place it goes on from: the scans since then; null where they are too many. */
  scans: ReadonlyMap<string, ScanRow[] | null>
  unread: ReadonlyMap<number, queries.Unread>
  sessions: ReadonlyMap<string, queries.SessionRights>
}

/**
 * Everything that listeners wait for, as one snapshot of the database sees it: so each change is in
 * exactly one of the looks, and every stream may go on from any of them.
 */
export async function look(
  { db, rules }: Pick<Context, 'db' | 'rules'>,
  { places, staffIds, sessions, marks: before }: Question,
): Promise<Answer> {
  const at = new Date()
  const inForce = rules.at(at)
  const lockMinutes = inForce.workerLockMinutes
  const idleMinutes = ROLES.map((role) => ({ role, minutes: inForce[IDLE_RULES[role]] }))
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { snapshot, marks } = await queries.readHead(tx)
      const next = nextOf(snapshot)
      const scans = new Map<string, ScanRow[] | null>()
      for (const since of places) {
        // Of another database, or of this one before it was restored: nothing follows from it.
        const isKnown = nextOf(since.snapshot) <= next
        const most = { since, next: String(next), most: MOST_SCANS }
        scans.set(writePlace(since), isKnown ? await scansBetween(tx, most) : null)
      }
      const moved = before !== null && before.audit !== marks.audit
      const subjects = moved ? await queries.subjectsSince(tx, before.audit) : []
      return {
        seen: { at: at.getTime(), snapshot },
        marks,
        topics: before ? topicsBetween(before, marks, subjects) : new Set(),
        scans,
        unread: await queries.unreadByStaff(tx, staffIds),
        sessions: await queries.validSessions(tx, sessions, {
          at,
          idleMinutes,
          lockMinutes,
        }),
      }
    })
}

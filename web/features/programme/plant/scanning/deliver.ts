import { PLANT_SCANS_MOST, type PlantScanAnswer } from '../../../../../contract/programme/plant.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import type { Done, Kept, ScanDatabase } from './scan-schema.ts'
import { nextReadings, refuseReading, settleReadings } from './scan-store.ts'

/**
 * How a delivery ended: nothing is left; it may pass by itself; a person must look at it; somebody
 * else is signed in by now, or nobody.
 */
export type Ending =
  | { kind: 'empty' }
  | { kind: 'later'; failure: unknown }
  | { kind: 'stopped'; failure: unknown }
  | { kind: 'not_mine' }

/** Refused one after another with nothing taken between: then it is not the readings. */
const REFUSED_MOST = 5
/** The body was refused: one item in it may be why. */
const ITEM = new Set([400, 413, 422])
const PASSES = new Set([0, 408, 429])

type Fault = 'item' | 'later' | 'stopped' | 'not_mine'

function faultOf(failure: unknown): Fault {
  if (!(failure instanceof ApiError)) return 'stopped'
  if (failure.status === 401) return 'not_mine'
  // The PIN opens the session again.
  if (failure.code === 'locked') return 'later'
  if (PASSES.has(failure.status) || failure.status >= 500) return 'later'
  return ITEM.has(failure.status) ? 'item' : 'stopped'
}

export type Post = {
  db: ScanDatabase
  staffId: number
  /** Sends as this worker and as no other: null where that is not the one who is signed in. */
  send: (items: readonly Kept[]) => Promise<readonly PlantScanAnswer[]> | null
  onSettled: (settled: Done[]) => void
}

/** What was set aside in this delivery, and how many of them one after another. */
type Refusals = { inRow: number; ids: Set<string> }

const UNREADABLE = new ApiError('The answer of the server could not be read.', {
  code: 'unreadable',
})

/** What the server answered leaves the queue; an answer to nothing that was sent moves nothing. */
async function settle(post: Post, items: readonly Kept[], answers: readonly PlantScanAnswer[]) {
  const sent = new Set(items.map(({ id }) => id))
  const mine = answers.filter(({ id }) => sent.has(id))
  if (mine.length === 0) return false
  post.onSettled(await settleReadings(post.db, post.staffId, mine))
  return true
}

/** Sends these, and where the whole was refused for one of them, its halves, in their order. */
async function deliverThese(
  post: Post,
  given: readonly Kept[],
  refusals: Refusals,
): Promise<Ending | null> {
  const items = given.filter(({ undoes }) => undoes === null || !refusals.ids.has(undoes))
  if (items.length === 0) return null
  try {
    const sending = post.send(items)
    if (!sending) return { kind: 'not_mine' }
    if (!(await settle(post, items, await sending))) return { kind: 'stopped', failure: UNREADABLE }
    refusals.inRow = 0
    return null
  } catch (failure) {
    const fault = faultOf(failure)
    if (fault === 'not_mine') return { kind: 'not_mine' }
    if (fault !== 'item') return { kind: fault, failure }
    const [only] = items
    if (items.length > 1 || !only) {
      const half = Math.ceil(items.length / 2)
      return (
        (await deliverThese(post, items.slice(0, half), refusals)) ??
        (await deliverThese(post, items.slice(half), refusals))
      )
    }
    if (++refusals.inRow > REFUSED_MOST) return { kind: 'stopped', failure }
    refusals.ids.add(only.id)
    await refuseReading(post.db, only.id, failure instanceof Error ? failure.message : '')
    return null
  }
}

/**
 * Sends what a worker's phone keeps, in its order and at most 200 at a time, until nothing is left
 * or something stands in the way. A reading leaves the queue only when the server has answered for
 * it. The caller sees to it that one delivery runs at a time on a phone.
 */
export async function deliver(post: Post): Promise<Ending> {
  const refusals: Refusals = { inRow: 0, ids: new Set() }
  for (;;) {
    const items = await nextReadings(post.db, post.staffId, PLANT_SCANS_MOST)
    if (items.length === 0) return { kind: 'empty' }
    const ending = await deliverThese(post, items, refusals)
    if (ending) return ending
  }
}

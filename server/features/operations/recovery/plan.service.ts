import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../config.ts'
import { clusterOf } from '../../../db/embedded/site.ts'
import { walOf } from '../../../db/embedded/wal-archive.ts'
import { BackupError, unlessMissing } from '../backup/index.ts'
import { listBases, type Base } from './base-manifest.ts'
import { formatMoment } from './moment.ts'
import { listWal, readWal, SEGMENT_BYTES, segmentName, type Listing } from './segments.ts'
import { historyOf, timelineAt, type Part } from './timelines.ts'
import { transactionTimes } from './wal-times.ts'

/** PostgreSQL keeps about so much of the log beside its files while it replays. */
const MOST_LOG_KEPT = 2 * 1024 ** 3

export type Wish = {
  archive: string
  /** Up to when; null for everything that was archived. */
  to: Date | null
  /** The history to go back into; null for the newest. */
  timeline: number | null
}

export type Plan = Wish & {
  base: Base
  timeline: number
  /** How many pieces of the log are replayed. */
  pieces: number
  /** The newest transaction of the archive that can be reached; null where none is known. */
  reach: Date | null
  needed: number
  /** Restores that the history went through. */
  parts: Part[]
}

/** What a restore would do. Reads every piece of the log that it needs; throws BackupError in words. */
export async function planRestore(wish: Wish): Promise<Plan> {
  const listing = await listWal(wish.archive).catch((error: unknown) => {
    unlessMissing(error)
    throw new BackupError(`${walOf(wish.archive)} is not there: this is no archive of the log.`)
  })
  const timeline = wish.timeline ?? listing.timelines.at(-1) ?? 1
  if (!listing.timelines.includes(timeline)) {
    throw new BackupError(
      `The archive in ${wish.archive} has no history ${timeline}; it has ${listing.timelines.join(', ') || 'none'}.`,
    )
  }
  const parts = await historyOf(wish.archive, timeline)
  const base = await chooseBase(wish, parts)
  const walk = await walkLog({ ...wish, base, parts, listing })
  refuseBeyond(wish, walk)
  refuseGivenUp(wish, walk)
  const log = walk.pieces * SEGMENT_BYTES
  return {
    ...wish,
    base,
    parts,
    timeline,
    pieces: walk.pieces,
    reach: walk.reach,
    needed: base.manifest.bytes + Math.min(log, MOST_LOG_KEPT),
  }
}

/** The newest that was whole before the moment, and is of this history. */
async function chooseBase({ archive, to }: Wish, parts: readonly Part[]): Promise<Base> {
  const bases = (await listBases(archive)).filter(({ manifest }) => isOf(manifest, parts))
  const [oldest] = bases
  if (!oldest) {
    throw new BackupError(
      `The archive in ${archive} has no base backup of this history: nothing can be restored from it.`,
    )
  }
  const base = bases.findLast(({ manifest }) => to === null || new Date(manifest.until) < to)
  if (base) return base
  throw new BackupError(
    `The oldest base backup is of ${formatMoment(new Date(oldest.manifest.until))}: no earlier moment can be restored.`,
  )
}

/** Whether the history goes through the whole of a base backup. */
function isOf({ timeline, last, until }: Base['manifest'], parts: readonly Part[]): boolean {
  if (timelineAt(parts, last) === timeline) return true
  // The piece in which a restore took history back stands under both names.
  const next = parts[parts.findIndex((part) => part.timeline === timeline) + 1]
  if (next?.from !== last || !parts.some((part) => part.timeline === timeline)) return false
  return next.takenBackTo === null || new Date(until) < next.takenBackTo
}

type Walk = {
  pieces: number
  reach: Date | null
  /** The piece that is not there, where later ones are. */
  hole: string | null
  /** For each restore that the history went through after the base backup: the first transaction after it. */
  resumed: { part: Part; before: number; at: Date | null }[]
}

async function walkLog({
  archive,
  to,
  base,
  parts,
  listing,
}: Wish & { base: Base; parts: Part[]; listing: Listing }): Promise<Walk> {
  const there = new Set(listing.names)
  const nameAt = (number: number) => segmentName({ timeline: timelineAt(parts, number), number })
  const walk: Walk = { pieces: 0, reach: null, hole: null, resumed: [] }
  const begin = parts.findIndex((part) => part.timeline === base.manifest.timeline)
  walk.resumed = parts
    .slice(begin + 1)
    .map((part, i) => ({ part, before: parts[begin + i]?.timeline ?? 1, at: null }))
  let number = base.manifest.first
  for (; there.has(nameAt(number)); number++) {
    for (const at of timesOf(await readPiece(archive, nameAt(number)))) {
      noteResumed(walk, number, at)
      if (walk.reach === null || at > walk.reach) walk.reach = at
    }
    walk.pieces++
    const isPast = to !== null && walk.reach !== null && walk.reach > to
    if (isPast && number >= base.manifest.last) return walk
  }
  const newest = Math.max(
    ...listing.segments
      .filter((one) => timelineAt(parts, one.number) === one.timeline)
      .map((one) => one.number),
  )
  if (number <= newest) walk.hole = nameAt(number)
  if (number > base.manifest.last) return walk
  throw new BackupError(
    `The log that the base backup of ${formatMoment(new Date(base.manifest.until))} needs is not whole: ${nameAt(number)} is not in ${walOf(archive)}. Nothing can be restored from it; a moment before it can, by an older base backup.`,
  )
}

const timesOf = (segment: Buffer) => transactionTimes(segment).map((at) => new Date(at))

function noteResumed(walk: Walk, number: number, at: Date): void {
  for (const one of walk.resumed) {
    if (one.at !== null || number < one.part.from) continue
    if (one.part.takenBackTo && at >= one.part.takenBackTo) one.at = at
  }
}

async function readPiece(archive: string, name: string): Promise<Buffer> {
  const segment = await readWal(archive, name).catch(() => null)
  if (segment?.length === SEGMENT_BYTES) return segment
  throw new BackupError(
    `The piece ${name} of the log in ${walOf(archive)} is damaged. Bring it back from a copy; to restore up to the moment before it, move it away and begin again.`,
  )
}

/** PostgreSQL stops at the first transaction after the moment: there has to be one. */
function refuseBeyond({ archive, to }: Wish, { reach, hole }: Walk): void {
  if (to === null && hole === null) return
  if (to !== null && reach !== null && reach > to) return
  const far = reach
    ? `up to ${formatMoment(secondBefore(reach))}`
    : 'no further than the base backup'
  const why = hole
    ? `The piece ${hole} of the log is not in ${walOf(archive)}, so history can be restored ${far} and no later.`
    : `The archive in ${archive} goes ${far}.`
  const advice = hole
    ? ' Bring that piece back, or name a moment that can be reached.'
    : ' Name a moment up to then, or latest for everything that is there.'
  throw new BackupError(why + advice)
}

const secondBefore = (at: Date) => new Date(Math.ceil(at.getTime() / 1000) * 1000 - 1000)

function refuseGivenUp({ to }: Wish, { resumed }: Walk): void {
  if (to === null) return
  for (const { part, before, at } of resumed) {
    const from = part.takenBackTo
    if (from === null || to < from || (at !== null && to >= at)) continue
    throw new BackupError(
      `What happened from ${formatMoment(from)} on was given up by a restore, and history went on ${at ? `at ${formatMoment(at)}` : 'later'}. For a moment between them say --timeline ${before}, or name another moment.`,
    )
  }
}

/** Whether the folder has room; null where it has, else a sentence. */
export async function roomFor(folder: string, needed: number): Promise<string | null> {
  let there = folder
  while (!existsSync(there)) there = path.dirname(there)
  const { bavail, bsize } = await statfs(there)
  const free = bavail * bsize
  if (free >= needed) return null
  return `${there} has ${megabytes(free)} free, and ${megabytes(needed)} are needed.`
}

export const megabytes = (bytes: number) =>
  `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`

/** Refuses a target that has a database: a restore never overwrites. */
export function refuseDatabase({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, now: Date): void {
  const cluster = clusterOf(DATA_DIR)
  if (!existsSync(cluster)) return
  const aside = `${cluster}.until-${now.toISOString().slice(0, 19).replaceAll(':', '')}`
  throw new BackupError(
    `There is a database in ${cluster}. A restore never overwrites: stop the server and move the database away (mv ${cluster} ${aside}), or restore a copy beside it by --into FOLDER.`,
  )
}

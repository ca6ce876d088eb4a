import type { Seen } from '../../programme/scans/index.ts'

/** A gap longer than this is not filled; the client asks for the newest rows instead. */
export const LONGEST_GAP_MS = 10 * 60_000
/** By how much the clock of another process may be ahead. */
const AHEAD_MS = 60_000
const FORM = /^([0-9a-z]{8,9})\.(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/

/** The id of an event: how far a stream has come, for any process to go on from. */
export function writePlace({ at, snapshot }: Seen): string {
  return `${at.toString(36)}.${snapshot}`
}

/** How far a stream had come; null where that cannot be read, or is too long ago to be gone on from. */
export function readPlace(text: string, now: number): Seen | null {
  const [, moment = '', min = '', max = '', running = ''] = FORM.exec(text) ?? []
  const at = Number.parseInt(moment, 36)
  if (Number.isNaN(at) || at < now - LONGEST_GAP_MS || at > now + AHEAD_MS) return null
  const edges = [BigInt(min), BigInt(max)] as const
  return isSnapshot(edges, running) ? { at, snapshot: `${min}:${max}:${running}` } : null
}

/** What PostgreSQL takes for one: ascending numbers between its edges. */
function isSnapshot([min, max]: readonly [bigint, bigint], running: string): boolean {
  if (min < 1n || max < min) return false
  const numbers = running === '' ? [] : running.split(',').map(BigInt)
  let before = min - 1n
  for (const one of numbers) {
    if (one <= before || one >= max) return false
    before = one
  }
  return true
}

/** The number of the next transaction as a snapshot saw it. */
export function nextOf(snapshot: string): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0)
}

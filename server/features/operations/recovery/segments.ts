import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { walOf } from '../../../db/embedded/wal-archive.ts'

/** initdb makes pieces of this size unless told otherwise, and ours is not. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const PER_LOG = 0x1_0000_0000 / SEGMENT_BYTES
const ENDING = '.gz'
const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^([0-9A-F]{8})\.history$/

export type Segment = { timeline: number; number: number }

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** The name that PostgreSQL gives a piece. */
export const segmentName = ({ timeline, number }: Segment) =>
  hex(timeline) + hex(Math.floor(number / PER_LOG)) + hex(number % PER_LOG)

export function parseSegment(name: string): Segment | null {
  if (!SEGMENT.test(name)) return null
  const [timeline = 0, log = 0, low = 0] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  )
  return { timeline, number: log * PER_LOG + low }
}

/** The piece in which a place of the log lies, written as PostgreSQL writes it: `0/1A2B3C4D`. */
export function segmentOf(lsn: string): number {
  const [high = 0, low = 0] = lsn.split('/').map((part) => Number.parseInt(part, 16))
  return high * PER_LOG + Math.floor(low / SEGMENT_BYTES)
}

export type Listing = { segments: Segment[]; timelines: number[]; names: string[] }

/** What the archive has; the first history has no file of its own. */
export async function listWal(dir: string): Promise<Listing> {
  const files = await readdir(walOf(dir))
  const names = files
    .filter((file) => file.endsWith(ENDING) && !file.startsWith('.'))
    .map((file) => file.slice(0, -ENDING.length))
  const segments = names.flatMap((name) => parseSegment(name) ?? [])
  const told = names.flatMap((name) => {
    const [, timeline] = HISTORY.exec(name) ?? []
    return timeline ? [Number.parseInt(timeline, 16)] : []
  })
  const timelines = [...new Set([...told, ...segments.map(({ timeline }) => timeline)])]
  return { segments, timelines: timelines.toSorted((a, b) => a - b), names }
}

export const walFile = (dir: string, name: string) => path.join(walOf(dir), `${name}${ENDING}`)

/** A piece as PostgreSQL wrote it; throws where it is missing or damaged. */
export async function readWal(dir: string, name: string): Promise<Buffer> {
  return gunzipSync(await readFile(walFile(dir, name)))
}

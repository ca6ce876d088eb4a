import { readWal, segmentOf } from './segments.ts'

/** A part of one history: from which piece on it is that of this timeline. */
export type Part = {
  timeline: number
  from: number
  /** When the restore that began it took history back to; null for the first. */
  takenBackTo: Date | null
}

/** PostgreSQL writes: parent, place, and a reason such as `before 2026-11-25 08:33:20.1+00`. */
const LINE = /^(\d+)\t([0-9A-F]+\/[0-9A-F]+)\t(.*)$/
const AT = /^before (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(?::?(\d\d))?$/

/** The parts of the history that ends with a timeline, the oldest first. */
export async function historyOf(dir: string, timeline: number): Promise<Part[]> {
  if (timeline === 1) return [{ timeline: 1, from: 0, takenBackTo: null }]
  const name = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
  return parseHistory((await readWal(dir, name)).toString('utf8'), timeline)
}

export function parseHistory(text: string, timeline: number): Part[] {
  const parts: Part[] = []
  let begin: Pick<Part, 'from' | 'takenBackTo'> = { from: 0, takenBackTo: null }
  for (const line of text.split('\n')) {
    const [, parent, lsn, reason] = LINE.exec(line) ?? []
    if (parent === undefined || lsn === undefined) continue
    parts.push({ timeline: Number(parent), ...begin })
    begin = { from: segmentOf(lsn), takenBackTo: momentIn(reason ?? '') }
  }
  return [...parts, { timeline, ...begin }]
}

function momentIn(reason: string): Date | null {
  const [, day, time, hours, minutes = '00'] = AT.exec(reason) ?? []
  return day ? new Date(`${day}T${time}${hours}:${minutes}`) : null
}

/** The timeline under whose name a piece of this history stands. */
export const timelineAt = (parts: readonly Part[], number: number): number =>
  parts.findLast(({ from }) => from <= number)?.timeline ?? 1

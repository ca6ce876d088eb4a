const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
/** The calendar's distance from UTC, without daylight saving. */
const OFFSET = '+05:30'
const OFFSET_MS = 330 * 60_000

/** What stands in a field of a day and a time of which only a part was typed. */
export const UNFINISHED = '-'

/** The moment of a day and a time in Asia/Kolkata, `2026-11-20T18:00`, as ISO; null when it is none. */
export function momentOfWall(wall: string): string | null {
  if (!WALL.test(wall)) return null
  const at = new Date(`${wall}:00${OFFSET}`)
  if (Number.isNaN(at.getTime())) return null
  // The 31st of a shorter month would otherwise be read as the first of the next.
  return wallOf(at) === wall ? at.toISOString() : null
}

/** The day and time of a moment in Asia/Kolkata as such a field takes them; seconds are left out. */
export function wallOf(at: Date | string): string {
  return new Date(new Date(at).getTime() + OFFSET_MS).toISOString().slice(0, 16)
}

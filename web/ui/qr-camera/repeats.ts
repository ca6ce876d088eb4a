/** How long a code must be out of sight before it counts again. */
const QUIET_MS = 3000

/**
 * Lets a text through when it comes into sight. One that is held in front of the camera counts
 * once, however long: it must be out of sight for `quietMs` before it counts again.
 */
export function makeRepeatFilter(quietMs = QUIET_MS): (text: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (text, now) => {
    for (const [known, at] of seen) if (now - at >= quietMs) seen.delete(known)
    const isNew = !seen.has(text)
    seen.set(text, now)
    return isNew
  }
}

const EVERY_MS = 60
const LONGEST_MS = 3_000

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

/** Puts the focus back on the link of a row, if it is still there. */
export function focusRow(id: string): void {
  linkOf(id)?.focus()
}

/**
 * The same as soon as the row is there and may have the focus: after a reload the list comes later than
 * what lies over it, and until that has gone the list is inert. Where the focus is put elsewhere
 * meanwhile it stays.
 */
export function focusRowSoon(id: string): void {
  const from = document.activeElement
  const until = performance.now() + LONGEST_MS
  const attempt = (): void => {
    const at = document.activeElement
    if (at !== from && at !== document.body) return
    focusRow(id)
    const arrived = document.activeElement === linkOf(id)
    if (!arrived && performance.now() < until) setTimeout(attempt, EVERY_MS)
  }
  setTimeout(attempt, EVERY_MS)
}

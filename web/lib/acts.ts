/** Without an act of a person for so long, what a page asks is asked by itself. */
const QUIET_MS = 60_000
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let lastAct = Date.now()
for (const act of ACTS) {
  // Outside of a browser, as in a test, nobody acts.
  globalThis.window?.addEventListener(act, noteAct, {
    capture: true,
    passive: true,
  })
}

/** Notes an act that no event of the page tells. */
export function noteAct(): void {
  lastAct = Date.now()
}

/** For how long nobody has done anything with this page. */
export const quietMs = (): number => Date.now() - lastAct

/** Whether nobody has done anything with this page for a minute. */
export const isQuiet = (): boolean => quietMs() > QUIET_MS

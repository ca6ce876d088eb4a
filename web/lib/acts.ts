/** Without an act of a person for so long, what a page asks is asked by itself. */
const QUIET_MS = 60_000
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let lastAct = Date.now()
for (const act of ACTS) {
  // Outside of a browser, as in a test, nobody acts.
  globalThis.window?.addEventListener(act, () => (lastAct = Date.now()), {
    capture: true,
    passive: true,
  })
}

/** Whether nobody has done anything with this page for a minute. */
export const isQuiet = (): boolean => Date.now() - lastAct > QUIET_MS

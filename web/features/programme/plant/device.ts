const LONGEST = 80

/** The phone as its browser names it, "Linux; Android 13; SM-A135F": kept with what was done on it. */
export function deviceName(agent: string = navigator.userAgent): string {
  return (/\(([^)]+)\)/.exec(agent)?.[1] ?? agent).slice(0, LONGEST)
}

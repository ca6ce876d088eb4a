import { ENDS_AFTER } from '../../contract/desk/banners.ts'
import type { ShownTime } from './shown-time.ts'
import { momentOfWall, UNFINISHED, wallOf } from './wall-time.ts'

/** When something is shown, as it is typed: days and times in India; `to` empty is without end. */
export type ShownDraft = { on: boolean; from: string; to: string }

const BEGINNING = new Date(0).toISOString()

export function shownDraftOf({ on, from, to }: ShownTime): ShownDraft {
  return { on, from: wallOf(from), to: to === null ? '' : wallOf(to) }
}

/** From now on, without end. */
export const shownFromNow = (now: Date): ShownDraft => ({ on: true, from: wallOf(now), to: '' })

/** What is sent; a moment that cannot be read is one that `shownProblems` names. */
export function shownBodyOf({ on, from, to }: ShownDraft): ShownTime {
  return { on, from: momentOfWall(from) ?? BEGINNING, to: momentOfWall(to) }
}

/** What is wrong with the two moments, by field. */
export function shownProblems({ from, to }: ShownDraft): Record<string, string> {
  const [begins, ends] = [momentOfWall(from), momentOfWall(to)]
  if (begins === null) return { from: 'Type the day and the time it begins.' }
  if (to === UNFINISHED || (to !== '' && ends === null))
    return { to: 'Type the whole day and time, or leave it empty.' }
  const fits = ends === null || ENDS_AFTER.check({ from: begins, to: ends })
  return fits ? {} : { to: ENDS_AFTER.error }
}

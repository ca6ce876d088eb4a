import { z } from 'zod'
import type { ShiftReport } from '../../../../../contract/programme/plant.ts'
import { shift } from '../../../../../contract/people/shifts.ts'
import { isoDate } from '../../../../../contract/time.ts'

/** Which shift is shown; without it the one that runs. */
export const shiftSearch = z.object({ day: isoDate.optional(), shift: shift.optional() })

type Hour = ShiftReport['hours'][number]

/** What the longest bar stands for; 1 where there is none, so that nothing is divided by 0. */
export const mostOf = (hours: readonly Hour[]): number =>
  Math.max(1, ...hours.map(({ plant }) => plant.activated))

/** Things in the order they were first shown in, new ones behind: nothing moves under the hand. */
export function keepOrder(before: readonly number[], now: readonly number[]): number[] {
  const known = before.filter((one) => now.includes(one))
  return [...known, ...now.filter((one) => !known.includes(one))]
}

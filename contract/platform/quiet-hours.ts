import { dayOf, startOfDay } from '../time.ts'

const HOUR_MS = 3_600_000

/** From and to which full hour of India promotional messages may reach people. */
export type PromotionHours = { from: number; to: number }
/** As the regulator has it. */
export const PROMOTION_HOURS = '10-21'

/** How long a promotional message that is asked for at a moment has to wait; 0 within the hours. */
export function promotionWaitMs(at: Date, { from, to }: PromotionHours): number {
  const today = at.getTime() - startOfDay(dayOf(at)).getTime()
  if (today < from * HOUR_MS) return from * HOUR_MS - today
  return today < to * HOUR_MS ? 0 : (24 + from) * HOUR_MS - today
}

/** Such as "10:00 to 21:00". */
export const promotionHoursWords = ({ from, to }: PromotionHours): string =>
  `${from}:00 to ${to}:00`

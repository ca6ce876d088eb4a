import { addDays, dayOf, startOfDay } from '../../contract/time.ts'

/** Members who scan with one phone on the last days; of four of them two each are paid to one account. */
export const RING = [3, 5, 26, 48, 60, 61, 62]
export const RING_PHONE = 'demo-phone-ring'
const DAYS_AGO = [3, 2, 1]
const HOURS = [11, 15]

/** When they scan, all of them one after the other. */
export function ringTimes(now: Date): Date[] {
  return DAYS_AGO.flatMap((days) => {
    const midnight = startOfDay(addDays(dayOf(now), -days)).getTime()
    return HOURS.map((hour) => new Date(midnight + hour * 3_600_000))
  })
}

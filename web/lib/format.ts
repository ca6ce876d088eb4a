import { formatDay, formatNumber } from '../../contract/format.ts'

export {
  formatDay,
  formatDayOf,
  formatMoment,
  formatNumber,
  formatTime,
  formatWord,
} from '../../contract/format.ts'

const COMPACT = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 })
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const

/** Calendar days from one to another: "20 Nov – 3 Dec 2026", with both years where they differ. */
export function formatDays(fromDay: string, toDay: string): string {
  const [from, to] = [formatDay(fromDay), formatDay(toDay)]
  if (from === to) return to
  const sameYear = fromDay.slice(0, 4) === toDay.slice(0, 4)
  return `${sameYear ? from.slice(0, -5) : from} – ${to}`
}

/** A moment seen from now: "5 minutes ago". */
export function formatRelative(at: string | Date, now: Date = new Date()): string {
  let amount = (new Date(at).getTime() - now.getTime()) / 1000
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return RELATIVE.format(Math.trunc(amount), unit)
    amount /= size
  }
  return RELATIVE.format(Math.trunc(amount), 'year')
}

/** A length of time in its two largest units: "2 d 5 h", "3 h 20 min", "1 min 20 s", "8 s". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const days = Math.floor(whole / 86_400)
  const hours = Math.floor(whole / 3600) % 24
  const minutes = Math.floor(whole / 60) % 60
  const two = (first: string, rest: number, unit: string): string =>
    rest > 0 ? `${first} ${rest} ${unit}` : first
  if (days > 0) return two(`${days} d`, hours, 'h')
  if (hours > 0) return two(`${hours} h`, minutes, 'min')
  if (minutes >= 10) return `${minutes} min`
  return minutes > 0 ? two(`${minutes} min`, whole % 60, 's') : `${whole} s`
}

/** A large number in short: "12.3L". */
export function formatCompact(value: number): string {
  return COMPACT.format(value)
}

/** A count that is exact to a limit: 10,001 for a limit of 10,000 reads "10,000+". */
export function formatCount(count: number, limit: number): string {
  return count > limit ? `${formatNumber(limit)}+` : formatNumber(count)
}

/** An Indian mobile number: "+91 98765 43210". Anything else is left as it is. */
export function formatMobile(mobile: string): string {
  const digits = mobile.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '')
  return digits.length === 10 ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : mobile
}

/** A code in groups for reading aloud: "ABCD EFGH JKLM". */
export function formatCode(code: string, size = 4): string {
  const bare = code.replace(/[\s-]/g, '')
  return bare.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? ''
}

/** "1 coupon", "2 coupons", "1,00,000 coupons". */
export function formatAmount(count: number, one: string, several = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : several}`
}

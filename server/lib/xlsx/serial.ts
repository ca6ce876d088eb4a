const DAY_MS = 86_400_000
/** Days from Excel's day zero to 1970-01-01. */
const EPOCH_SERIAL = 25_569
/** Before 1 March 1900 Excel counts a day that never was; after 9999 it counts none. */
const FIRST_SERIAL = 61
const LAST_SERIAL = 2_958_466

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/

/** India has one offset and no summer time, so a constant is exact. */
export const INDIA_OFFSET_MINUTES = 330

function fromWallMs(ms: number): number | null {
  const serial = ms / DAY_MS + EPOCH_SERIAL
  if (!(serial >= FIRST_SERIAL && serial < LAST_SERIAL)) return null
  // ten decimals are 9 µs: a whole minute stays a whole minute for any reader
  return Math.round(serial * 1e10) / 1e10
}

/** Excel's serial of local wall time, or null where Excel has none. */
export function dateToSerial(date: Date, utcOffsetMinutes: number): number | null {
  return fromWallMs(date.getTime() + utcOffsetMinutes * 60_000)
}

function zoneMinutes(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.replace(':', '').slice(3) || 0)
  return zone.startsWith('-') ? -minutes : minutes
}

/**
 * Serial of an ISO date or time as PostgreSQL prints it, or null for anything else. Without a
 * zone it is taken as local wall time.
 */
export function isoToSerial(text: string, utcOffsetMinutes: number): number | null {
  const parts = ISO.exec(text)
  if (!parts) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = parts
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isRealDate = new Date(midnight).toISOString().startsWith(text.slice(0, 10))
  if (!isRealDate || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const shift = zone === undefined ? 0 : utcOffsetMinutes - zoneMinutes(zone)
  return fromWallMs(midnight + (seconds + Number(`0.${fraction}`)) * 1000 + shift * 60_000)
}

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` of a serial; a number that is none stays as it is. */
export function serialToIso(serial: number, withTime: boolean): string {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return String(serial)
  const ms = Math.round(((serial - EPOCH_SERIAL) * DAY_MS) / 1000) * 1000
  const iso = new Date(ms).toISOString()
  return withTime ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : iso.slice(0, 10)
}

/**
 * SQL for a `datetime` column: Excel's serial of a `timestamptz` expression as wall time of `zone`.
 * The expression is SQL text of ours, never a user's.
 */
export function excelSerial(sqlExpression: string, zone = 'Asia/Kolkata'): string {
  if (!/^[A-Za-z0-9_+/-]+$/.test(zone)) throw new RangeError(`Not a time zone: ${zone}`)
  const seconds = `extract(epoch from ((${sqlExpression}) at time zone '${zone}'))`
  return `round(${seconds}::numeric / ${DAY_MS / 1000} + ${EPOCH_SERIAL}, 10)`
}

/** SQL for a `date` column: Excel's serial of a `date` expression. */
export function excelDate(sqlExpression: string): string {
  return `((${sqlExpression}) - date '1899-12-30')`
}

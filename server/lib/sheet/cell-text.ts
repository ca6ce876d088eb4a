/** Excel shows fifteen digits; the sixteenth is noise of the binary number. */
const DIGITS = 15
const DAY_MS = 86_400_000
/** Days from Excel's day zero to 1970-01-01. */
const EPOCH_SERIAL = 25_569
/** Below it Excel counts a 29 February 1900, which never was. */
const FIRST_TRUE_SERIAL = 60
const LAST_SERIAL = 2_958_466
/** From day zero of the older calendar of workbooks to that of the newer. */
const DAYS_TO_1904 = 1462

/** A number as a text without exponent: 0.0000001 is not 1e-7 to whoever reads the cell. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  if (Number.isInteger(value)) return BigInt(value).toString()
  const rounded = Number(value.toPrecision(DIGITS))
  return /e/.test(String(rounded)) ? rounded.toFixed(DIGITS).replace(/\.?0+$/, '') : String(rounded)
}

/** A day as 2026-11-20, with the time behind it where it is not midnight. */
export function serialText(value: number, { from1904 }: { from1904: boolean }): string {
  const counted = from1904 ? value + DAYS_TO_1904 : value
  const serial = counted < FIRST_TRUE_SERIAL ? counted + 1 : counted
  if (!(serial >= 0 && serial < LAST_SERIAL)) return numberText(value)
  const ms = Math.round(((serial - EPOCH_SERIAL) * DAY_MS) / 1000) * 1000
  const [day = '', time = ''] = new Date(ms).toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** A day that the workbook holds as text (ISO 8601), which few programs write. */
export function isoText(value: string): string {
  return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
}

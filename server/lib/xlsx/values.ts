import { isNumeric } from './exact-sum.ts'
import { dateToSerial, isoToSerial } from './serial.ts'
import type { Cell, XlsxColumnType } from './types.ts'

type PresentCell = Exclude<Cell, null | undefined>

export function isAbsent(value: Cell): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

export function plainText(value: PresentCell): string {
  if (!(value instanceof Date)) return String(value)
  return Number.isNaN(value.getTime()) ? 'Invalid date' : value.toISOString()
}

function serialOf(value: PresentCell, utcOffsetMinutes: number): number | null {
  return value instanceof Date
    ? dateToSerial(value, utcOffsetMinutes)
    : isoToSerial(String(value), utcOffsetMinutes)
}

/**
 * The number that a value of a numeric or date column stands for, as text; null when it stands for
 * none. A date column takes a `Date`, an ISO text or a ready serial.
 */
export function numberText(
  value: PresentCell,
  type: XlsxColumnType,
  utcOffsetMinutes: number,
): string | null {
  const text = plainText(value)
  if (isNumeric(text)) return text
  if (type !== 'date' && type !== 'datetime') return null
  const serial = serialOf(value, utcOffsetMinutes)
  if (serial === null) return null
  return String(type === 'date' ? Math.floor(serial) : serial)
}

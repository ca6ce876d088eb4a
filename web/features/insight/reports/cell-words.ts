import { formatPaise } from '../../../../contract/money.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'

/** A cell as a page shows it; dates come as wall time in India, `2026-11-20 14:05:00`, money in rupees. */
export function cellInWords(value: string | number | null, type: string): string {
  if (value === null) return ''
  if (type === 'date' && typeof value === 'string') return formatDay(value)
  if (type === 'datetime' && typeof value === 'string') {
    return `${formatDay(value.slice(0, 10))}, ${value.slice(11, 16)}`
  }
  if (type === 'money') return formatPaise(Math.round(Number(value) * 100))
  return typeof value === 'number' && type !== 'decimal' ? formatNumber(value) : String(value)
}

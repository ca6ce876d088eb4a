import { formatNumber } from '../../lib/format.ts'

export type Figure = { value: number; before: number | null }
export type Change = { direction: 'up' | 'down' | 'same'; words: string }

const MANY_TIMES = 10

/** How a figure compares with the one of the period before; null where there is nothing to compare. */
export function changeOf({ value, before }: Figure): Change | null {
  if (before === null) return null
  if (value === before) return { direction: 'same', words: 'As many as before' }
  const direction = value > before ? 'up' : 'down'
  if (before === 0) return { direction, words: 'None before' }
  const was = formatNumber(before)
  if (value >= before * MANY_TIMES) {
    return { direction, words: `${formatNumber(value / before)} times ${was}` }
  }
  const percent = Math.round((Math.abs(value - before) / before) * 100)
  const more = direction === 'up' ? 'more' : 'less'
  return { direction, words: `${percent === 0 ? 'Under 1' : percent}% ${more} than ${was}` }
}

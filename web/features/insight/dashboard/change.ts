import { formatNumber } from '../../../lib/format.ts'

export type Figure = { value: number; before: number | null }
export type Change = { direction: 'up' | 'down' | 'same'; words: string }
type ChangeOptions = {
  format?: (value: number) => string
  /** Below this a percentage says more than there is: the difference is told instead. */
  few?: number
}

const MANY_TIMES = 10
const FEW = 20

/** How a figure compares with the one compared with; null where there is nothing to compare. */
export function changeOf(
  { value, before }: Figure,
  { format = formatNumber, few = FEW }: ChangeOptions = {},
): Change | null {
  if (before === null) return null
  if (value === before) return { direction: 'same', words: `The same as before` }
  const direction = value > before ? 'up' : 'down'
  if (before === 0) return { direction, words: 'None before' }
  const was = format(before)
  const more = direction === 'up' ? 'more' : 'less'
  const apart = Math.abs(value - before)
  if (before < few) return { direction, words: `${format(apart)} ${more} than ${was}` }
  if (value >= before * MANY_TIMES) {
    return { direction, words: `${formatNumber(value / before)} times ${was}` }
  }
  const percent = Math.round((apart / before) * 100)
  return { direction, words: `${percent === 0 ? 'Under 1' : percent} % ${more} than ${was}` }
}

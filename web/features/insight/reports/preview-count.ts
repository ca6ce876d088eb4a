import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { formatCount } from '../../../lib/format.ts'

/** How many rows there are and how many of them are shown. A count of null took too long to make. */
export function countInWords(count: number | null, shown: number): string {
  if (count === null) return `The first ${shown} rows; counting all of them takes too long`
  if (count === 0) return 'No rows'
  const all = `${formatCount(count, COUNT_LIMIT)} ${count === 1 ? 'row' : 'rows'}`
  return shown < count ? `${all}; these are the first ${shown}` : all
}

import { formatPaise } from '../../../../contract/money.ts'
import type { Figures } from '../../../../contract/money/settlements.ts'
import { formatAmount } from '../../../lib/format.ts'

/** What the rows of a month must come to; members may belong to two of them in one month. */
const COMPARED = {
  opening: 'the opening',
  moved: 'what moved between distributors',
  brought: 'what was brought in',
  earned: 'what was earned',
  bonus: 'the bonus',
  reversed: 'what was reversed',
  redeemed: 'what was redeemed',
  returned: 'what was returned',
  expired: 'what expired',
  adjusted: 'what was adjusted',
  available: 'what is available',
  held: 'what is held',
  charges: 'the number of charges',
  chargePaise: 'the sum of the charges',
} as const satisfies Partial<Record<keyof Figures, string>>
type Compared = keyof typeof COMPARED

const NOTHING: Figures = {
  members: 0,
  opening: 0,
  moved: 0,
  brought: 0,
  earned: 0,
  bonus: 0,
  reversed: 0,
  redeemed: 0,
  returned: 0,
  expired: 0,
  adjusted: 0,
  available: 0,
  held: 0,
  charges: 0,
  chargePaise: 0,
}
const KEYS = Object.keys(NOTHING) as (keyof Figures)[]

export function sumOf(rows: readonly Figures[]): Figures {
  const sum = { ...NOTHING }
  for (const row of rows) for (const key of KEYS) sum[key] += row[key]
  return sum
}

function amountOf(key: Compared, value: number): string {
  if (key === 'chargePaise') return formatPaise(value)
  return formatAmount(value, key === 'charges' ? 'charge' : 'point')
}

/** Where the sums of the distributors are not the ledger's own, each in words. */
export function differences(sum: Figures, ledger: Figures): string[] {
  return (Object.keys(COMPARED) as Compared[]).flatMap((key) => {
    const difference = sum[key] - ledger[key]
    if (difference === 0) return []
    const more = difference > 0 ? 'more' : 'less'
    return [`${COMPARED[key]} is ${amountOf(key, Math.abs(difference))} ${more}`]
  })
}

import type { TaxExplained } from '../../../contract/tax.ts'
import { shareOf } from './tax-rules.ts'
import { percent } from './tax-words.ts'

/** One benefit with its tax, as it is stored or would be. */
export type TaxFound = Omit<TaxExplained, 'netPaise' | 'lines'> & {
  inKind: boolean
  thresholdPaise: number | null
  /** Given to the same person in the same year before it. */
  beforePaise: number
}
type Line = TaxExplained['lines'][number]
const line = (kind: Line['kind'], label: string, paise: number): Line => ({ label, paise, kind })

/** `2026-27` for 2026. */
export const yearName = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`

/** A tax with the lines by which it was found; they add up, or this throws. */
export function explained(found: TaxFound): TaxExplained {
  const { inKind, thresholdPaise: _, beforePaise: __, ...told } = found
  const netPaise = inKind ? 0 : found.valuePaise - found.taxPaise
  const answer = {
    ...told,
    netPaise,
    lines: [...yearLines(found), ...taxLines(found), ...endLines(found)],
  }
  assertAddsUp(answer, inKind)
  return answer
}

function yearLines({ beforePaise, valuePaise, financialYear, taken }: TaxFound): Line[] {
  const year = yearName(financialYear)
  const before = taken ? 'Given before it in' : 'Given or on its way before it in'
  return [
    line('item', `${before} ${year}`, beforePaise),
    line('item', 'This one', valuePaise),
    line('sum', `Total of ${year}`, beforePaise + valuePaise),
  ]
}

function taxLines(found: TaxFound): Line[] {
  const { basePaise, taxPaise, rateBps, inKind, withPan, thresholdPaise } = found
  const total = found.beforePaise + found.valuePaise
  if (basePaise === 0) {
    const isFree = thresholdPaise !== null && total <= thresholdPaise
    return isFree ? [line('note', 'Free up to', thresholdPaise)] : []
  }
  const rounded = shareOf(basePaise, { rateBps, grossedUp: inKind }) !== taxPaise
  const rate = [
    `${percent(rateBps)} of it`,
    ...(inKind ? ['grossed up'] : []),
    ...(withPan ? [] : ['the rate without PAN']),
    ...(rounded ? ['rounded over the year'] : []),
  ].join(', ')
  const taxedBefore = total - basePaise
  return [
    ...(taxedBefore === 0
      ? []
      : [
          line('item', 'Total of the year', total),
          line('item', 'Bore its tax before', -taxedBefore),
          line('sum', 'Taxed now', basePaise),
        ]),
    line('share', rate, taxPaise),
  ]
}

function endLines({ inKind, valuePaise, taxPaise }: TaxFound): Line[] {
  if (inKind) {
    return [
      line('item', 'Cost of the gift', valuePaise),
      line('item', 'Tax on top', taxPaise),
      line('sum', 'Cost in all', valuePaise + taxPaise),
    ]
  }
  return [
    line('item', 'This one', valuePaise),
    line('item', 'Tax deducted', -taxPaise),
    line('sum', 'To the member', valuePaise - taxPaise),
  ]
}

/**
 * Throws unless each sum is the items since the last one, the share is the tax of the sum before it,
 * and the last sum is what the member gets, or of a gift what it costs.
 */
export function assertAddsUp(told: TaxExplained, inKind: boolean): void {
  let since = 0
  let sum = 0
  for (const { kind, paise, label } of told.lines) {
    if (kind === 'item') since += paise
    if (kind === 'share') {
      demand(paise === told.taxPaise && sum === told.basePaise, `${label} is not the tax`)
    }
    if (kind !== 'sum') continue
    demand(since === paise, `${label} is not the sum of its lines`)
    sum = paise
    since = 0
  }
  demand(since === 0, 'the last lines have no sum')
  demand(
    told.netPaise === (inKind ? 0 : told.valuePaise - told.taxPaise),
    'the net amount is wrong',
  )
  demand(sum === told.valuePaise + (inKind ? 1 : -1) * told.taxPaise, 'the last sum is wrong')
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The lines of a tax do not add up: ${what}.`)
}

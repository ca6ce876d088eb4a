import type { TaxExplained } from '../../../../contract/money/tax.ts'
import { TAX_LABELS, type TaxLabels } from './tax-labels.ts'
import { shareOf } from './tax-rules.ts'

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
export function explained(found: TaxFound, labels: TaxLabels = TAX_LABELS.en): TaxExplained {
  const { inKind, thresholdPaise: _, beforePaise: __, ...told } = found
  const netPaise = inKind ? 0 : found.valuePaise - found.taxPaise
  const answer = {
    ...told,
    netPaise,
    lines: [...yearLines(found, labels), ...taxLines(found, labels), ...endLines(found, labels)],
  }
  assertAddsUp(answer, inKind)
  return answer
}

function yearLines(
  { beforePaise, valuePaise, financialYear, taken }: TaxFound,
  labels: TaxLabels,
): Line[] {
  const year = yearName(financialYear)
  return [
    line('item', labels.before(year, taken), beforePaise),
    line('item', labels.thisOne, valuePaise),
    line('sum', labels.totalOf(year), beforePaise + valuePaise),
  ]
}

function taxLines(found: TaxFound, labels: TaxLabels): Line[] {
  const { basePaise, taxPaise, rateBps, inKind, withPan, thresholdPaise } = found
  const total = found.beforePaise + found.valuePaise
  if (basePaise === 0) {
    const isFree = thresholdPaise !== null && total <= thresholdPaise
    return isFree ? [line('note', labels.freeUpTo, thresholdPaise)] : []
  }
  const rounded = shareOf(basePaise, { rateBps, grossedUp: inKind }) !== taxPaise
  const taxedBefore = total - basePaise
  return [
    ...(taxedBefore === 0
      ? []
      : [
          line('item', labels.total, total),
          line('item', labels.taxedBefore, -taxedBefore),
          line('sum', labels.taxedNow, basePaise),
        ]),
    line('share', labels.share({ rateBps, inKind, withPan, rounded }), taxPaise),
  ]
}

function endLines({ inKind, valuePaise, taxPaise }: TaxFound, labels: TaxLabels): Line[] {
  if (inKind) {
    return [
      line('item', labels.giftCost, valuePaise),
      line('item', labels.taxOnTop, taxPaise),
      line('sum', labels.costInAll, valuePaise + taxPaise),
    ]
  }
  return [
    line('item', labels.thisOne, valuePaise),
    line('item', labels.deducted, -taxPaise),
    line('sum', labels.toMember, valuePaise - taxPaise),
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

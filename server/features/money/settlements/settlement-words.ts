import type { Figures } from '../../../../contract/money/settlements.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { FIGURES } from './figures.ts'

export const WITHOUT_DISTRIBUTOR = 'Without a distributor'

export const FIGURE_NAMES: Record<keyof Figures, string> = {
  members: 'Members',
  opening: 'Opening',
  moved: 'From or to other distributors',
  brought: 'Brought in',
  earned: 'Earned',
  bonus: 'Bonus',
  reversed: 'Reversed',
  redeemed: 'Redeemed',
  returned: 'Returned',
  expired: 'Expired',
  adjusted: 'Adjusted',
  available: 'Available',
  held: 'Held',
  charges: 'Charges',
  chargePaise: 'Charges due',
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month as people say it: "November 2026". */
export const monthInWords = (month: string): string => MONTH.format(new Date(`${month}T00:00:00Z`))

function figureInWords(figure: keyof Figures, value: number): string {
  return figure === 'chargePaise' ? formatPaise(value) : value.toLocaleString('en-IN')
}

/** Where two sets of figures differ, in words; empty where they are the same. */
export function differences(stood: Figures, now: Figures, be = 'was approved'): string {
  return FIGURES.filter((figure) => stood[figure] !== now[figure])
    .map((figure) => {
      const [was, is] = [figureInWords(figure, stood[figure]), figureInWords(figure, now[figure])]
      return `${FIGURE_NAMES[figure]} ${was} ${be}, ${is} is in the ledger`
    })
    .join('; ')
}

/** Names in a sentence, the first few of them. */
export function some(parts: readonly string[], most = 5): string {
  const rest = parts.length - most
  return rest > 0 ? `${parts.slice(0, most).join(' ')} And ${rest} more.` : parts.join(' ')
}

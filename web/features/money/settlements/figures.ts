import { formatPaise } from '../../../../contract/money.ts'
import type { Figures, MonthRow, PointFigure } from '../../../../contract/money/settlements.ts'
import { formatNumber } from '../../../lib/format.ts'

/** A whole number with Indian grouping and a real minus: "−1,234". */
export const signed = (value: number): string =>
  // What is taken away may be nothing: minus zero is zero.
  formatNumber(value === 0 ? 0 : value).replace('-', '−')
/** With its sign, also when it is above zero: "+1,234". */
export const change = (value: number): string => (value > 0 ? '+' : '') + signed(value)
export const rupees = (paise: number): string => formatPaise(paise).replace('-', '−')

/** What is owed at the end of the month. */
export const closingOf = ({ available, held }: Pick<Figures, 'available' | 'held'>): number =>
  available + held
/** With bonuses, less what was taken back. */
export const earnedOf = ({ earned, bonus, reversed }: Omit<Figures, 'members'>): number =>
  earned + bonus - reversed
/** Paid, less what came back. */
export const redeemedOf = ({ redeemed, returned }: Omit<Figures, 'members'>): number =>
  redeemed - returned

/** How a figure is called, what it does to what is owed, and which transfers it sums. */
export const FIGURE_STYLES: Record<PointFigure, { label: string; sign: 1 | -1; about: string }> = {
  brought: {
    label: 'Brought in',
    sign: 1,
    about: 'Opening points that members brought from an earlier programme.',
  },
  earned: { label: 'Earned', sign: 1, about: 'Points given for scans.' },
  bonus: { label: 'Bonus', sign: 1, about: 'Points that schemes gave on top.' },
  reversed: {
    label: 'Reversed',
    sign: -1,
    about: 'Points of scans and bonuses that were taken back.',
  },
  redeemed: { label: 'Redeemed', sign: -1, about: 'Points that were paid out or became a gift.' },
  returned: { label: 'Returned', sign: 1, about: 'Points of payments that came back.' },
  expired: { label: 'Expired', sign: -1, about: 'Points that nobody used in time.' },
  adjusted: {
    label: 'Adjusted',
    sign: 1,
    about: 'Points that two people gave or took by hand.',
  },
}

/** "Under 3 months", "3 to 6 months", "24 months and more". */
export function ageInWords({ from, to }: Pick<MonthRow['ages'][number], 'from' | 'to'>): string {
  if (to === null) return from === 0 ? 'Any age' : `${from} months and more`
  return from === 0 ? `Under ${to} months` : `${from} to ${to} months`
}

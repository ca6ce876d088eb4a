import { formatNumber } from '../../../lib/format.ts'

export type Budget = { spent: number; budget: number }
export type BudgetLevel = 'fine' | 'near' | 'spent'

/** From this share on a budget is called nearly spent. */
const NEAR = 0.8

/** How much of a budget is gone, from 0 to 1. */
export const shareOf = ({ spent, budget }: Budget): number =>
  Math.min(1, Math.max(0, spent / budget))

export function levelOf(money: Budget): BudgetLevel {
  if (money.spent >= money.budget) return 'spent'
  return shareOf(money) >= NEAR ? 'near' : 'fine'
}

/** "6 %", never 0 where something was spent nor 100 where something is left. */
export function percentInWords(money: Budget): string {
  const percent = shareOf(money) * 100
  if (percent > 0 && percent < 1) return 'under 1 %'
  if (percent > 99 && percent < 100) return 'over 99 %'
  return `${Math.round(percent)} %`
}

function spentInWords({ spent, budget }: Budget): string {
  return `${formatNumber(spent)} of ${formatNumber(budget)}`
}

export const LEVEL_WORDS: Record<BudgetLevel, string> = {
  fine: 'spent',
  near: 'nearly spent',
  spent: 'all spent',
}

/** "34,780 of 2,00,000 · 17 %", and in words where it is nearly or all spent. */
export function budgetInWords(money: Budget): string {
  const level = levelOf(money)
  const how = level === 'fine' ? percentInWords(money) : LEVEL_WORDS[level]
  return `${spentInWords(money)} · ${how}`
}

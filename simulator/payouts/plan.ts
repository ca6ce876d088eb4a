import { reasonsFor } from './reasons.ts'
import { draw, drawReason, ruleFor, type Rule, type Rules } from './rules.ts'
import type { Step } from './store.ts'

type Times = { processMs: number; dayMs: number }
type Subject = { key: string; reference: string | null; mode: string }
export type Plan = { status: string; steps: Step[] }

/** What will become of a payout: fixed when it is made, by the rules of that moment. */
export function planOf(rules: Rules, times: Times, { key, reference, mode }: Subject): Plan {
  const name = reference ?? key
  const rule = ruleFor(rules, 'outcome', name)
  const pace = mode === 'NEFT' || mode === 'RTGS' ? 2 : 1
  const usual = Math.round(times.processMs * pace * (0.5 + draw(rules.seed, 'time', name)))
  const given = rule?.seconds === undefined ? usual : rule.seconds * 1000
  const reason = drawReason(rules.seed, name, rule?.reasons ?? reasonsFor(mode))
  switch (rule?.fault) {
    case 'fail':
      return failing(rule, usual, reason)
    case 'reverse': {
      const later = (rule.days ?? 2) * times.dayMs
      const back = { afterMs: later, to: 'reversed', reason }
      return { status: 'processing', steps: [...arriving(mode, usual), back] }
    }
    case 'low_balance': {
      const start = { afterMs: given, to: 'processing', reason: null }
      return { status: 'queued', steps: [start, ...arriving(mode, usual)] }
    }
    case 'delay':
      return { status: 'processing', steps: arriving(mode, given) }
    default:
      return { status: 'processing', steps: arriving(mode, usual) }
  }
}

function failing(rule: Rule, afterMs: number, reason: string): Plan {
  const to = rule.as ?? 'failed'
  if (to === 'rejected') return { status: 'pending', steps: [{ afterMs, to, reason: null }] }
  if (to === 'cancelled') return { status: 'queued', steps: [{ afterMs, to, reason: null }] }
  return { status: 'processing', steps: [{ afterMs, to, reason }] }
}

/** By NEFT the number of the bank follows after the money. */
function arriving(mode: string, afterMs: number): Step[] {
  const arrival = { afterMs, to: 'processed', reason: null }
  return mode === 'NEFT' || mode === 'RTGS'
    ? [arrival, { afterMs, to: 'utr', reason: null }]
    : [arrival]
}

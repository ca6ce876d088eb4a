import { createHash } from 'node:crypto'

/** What can be ordered, by the moment it strikes. Within one moment a payout meets one fault at most. */
const FAULTS = {
  create: [
    'slow',
    'refused',
    'too_many',
    'lost_before',
    'error_before',
    'lost_after',
    'cut_after',
    'error_after',
  ],
  ask: ['ask_slow', 'ask_lost', 'ask_error', 'ask_hidden'],
  outcome: ['fail', 'reverse', 'low_balance', 'delay'],
  webhook: ['duplicate', 'shuffle', 'withhold'],
} as const
export type Moment = keyof typeof FAULTS
type Fault = (typeof FAULTS)[Moment][number]

const ENDS = ['failed', 'reversed', 'rejected', 'cancelled'] as const
/** How a failing payout ends. RazorpayX mostly says `reversed`, also of one that was never processed. */
export type End = (typeof ENDS)[number]

/** One fault for one payout (`reference`, its reference_id) or for a share of all of them. */
export type Rule = {
  fault: Fault
  reference?: string
  share?: number
  /** How often a payout meets it: of answers, once unless said otherwise; of duplicates, the extra copies. */
  times?: number
  seconds?: number
  days?: number
  status?: number
  /** One of them is drawn. */
  reasons?: string[]
  as?: End
}
export type Rules = { seed: number; rules: Rule[] }

/** Said to whoever ordered something that cannot be. */
export class RulesError extends Error {}

const MOMENTS = Object.keys(FAULTS) as Moment[]
const momentOf = (fault: string): Moment | undefined =>
  MOMENTS.find((moment) => FAULTS[moment].some((name) => name === fault))

/** The same number from 0 to 1 for the same words. */
export function draw(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0) / 2 ** 32
}

/**
 * The rule that a payout meets at a moment: the first that names it, else the one whose slice of the
 * whole its draw falls into. The draw depends on the seed, the moment and the reference alone.
 */
export function ruleFor({ seed, rules }: Rules, moment: Moment, reference: string): Rule | null {
  const here = rules.filter((rule) => momentOf(rule.fault) === moment)
  const named = here.find((rule) => rule.reference === reference)
  if (named) return named
  let rest = draw(seed, moment, reference)
  for (const rule of here) {
    if (rule.reference !== undefined) continue
    rest -= rule.share ?? 0
    if (rest < 0) return rule
  }
  return null
}

/** One of the reasons that a rule names, always the same for the same payout. */
export function drawReason(seed: number, reference: string, reasons: readonly string[]): string {
  return reasons[Math.floor(draw(seed, 'reason', reference) * reasons.length)] ?? 'server_error'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rules as JSON. Throws RulesError with the sentence that says what is wrong. */
export function parseRules(value: unknown): Rules {
  if (!isRecord(value)) throw new RulesError('Rules are an object with a list called rules.')
  const { seed = 1, rules } = value
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) {
    throw new RulesError('seed is a whole number.')
  }
  if (!Array.isArray(rules)) throw new RulesError('rules is a list.')
  const parsed = rules.map(parseRule)
  for (const moment of MOMENTS) {
    const sum = parsed
      .filter((rule) => momentOf(rule.fault) === moment)
      .reduce((total, rule) => total + (rule.share ?? 0), 0)
    if (sum > 1.000001) throw new RulesError(`The shares of ${moment} faults are more than all.`)
  }
  return { seed, rules: parsed }
}

function parseRule(value: unknown, index: number): Rule {
  const where = `Rule ${index + 1}`
  if (!isRecord(value)) throw new RulesError(`${where} is no object.`)
  const { fault, reference, share, times, seconds, days, status, reasons, as, ...rest } = value
  const [stranger] = Object.keys(rest)
  if (stranger !== undefined) throw new RulesError(`${where} has an unknown part: ${stranger}.`)
  const name = MOMENTS.flatMap((moment): readonly Fault[] => FAULTS[moment]).find(
    (known) => known === fault,
  )
  if (name === undefined) throw new RulesError(`${where} names no known fault.`)
  const end = as === undefined ? undefined : ENDS.find((known) => known === as)
  if (as !== undefined && end === undefined) {
    throw new RulesError(`${where}: as is one of ${ENDS.join(', ')}.`)
  }
  return {
    fault: name,
    ...(reference !== undefined && { reference: text(where, reference) }),
    ...(share !== undefined && { share: number(where, 'share', share, 0, 1) }),
    ...(times !== undefined && { times: number(where, 'times', times, 0, 1_000_000) }),
    ...(seconds !== undefined && { seconds: number(where, 'seconds', seconds, 0, 86_400) }),
    ...(days !== undefined && { days: number(where, 'days', days, 0, 365) }),
    ...(status !== undefined && { status: number(where, 'status', status, 500, 599) }),
    ...(reasons !== undefined && { reasons: words(where, reasons) }),
    ...(end !== undefined && { as: end }),
  }
}

function text(where: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new RulesError(`${where}: reference is a text.`)
}

function number(where: string, part: string, value: unknown, from: number, to: number): number {
  if (typeof value === 'number' && value >= from && value <= to) return value
  throw new RulesError(`${where}: ${part} is a number from ${from} to ${to}.`)
}

function words(where: string, value: unknown): string[] {
  const list = Array.isArray(value) ? value : []
  const good = list.filter(
    (one): one is string => typeof one === 'string' && /^[a-z0-9_]{2,60}$/.test(one),
  )
  if (good.length > 0 && good.length === list.length) return good
  throw new RulesError(`${where}: reasons is a list of words such as bank_account_closed.`)
}

import type { Reconciliation } from '../../../../../contract/programme/plant.ts'
import { readNumber } from '../plant-format.ts'

export type Action = 'activate' | 'deactivate'
export type Way = 'serials' | 'cartons' | 'code'
export const REASONS = [
  'damaged',
  'label',
  'wrong_lot',
  'misprint',
  'quality',
  'sample',
  'other',
] as const
export type ReasonKey = (typeof REASONS)[number]

/** What stands in the fields, as typed. */
export type Typed = {
  action: Action
  way: Way
  from: string
  to: string
  cartonFrom: string
  cartonTo: string
  code: string
  reason: ReasonKey | null
  note: string
}
export const NOTHING_TYPED: Typed = {
  action: 'activate',
  way: 'serials',
  from: '',
  to: '',
  cartonFrom: '',
  cartonTo: '',
  code: '',
  reason: null,
  note: '',
}

export type Field = 'from' | 'to' | 'cartonFrom' | 'cartonTo' | 'code' | 'reason' | 'note'
/** What is wrong with a field; the words are in the languages' file. */
export type Problem =
  | 'noNumber'
  | 'notNumber'
  | 'belowOne'
  | 'beyond'
  | 'backwards'
  | 'tooMany'
  | 'beyondCartons'
  | 'noCode'
  | 'longCode'
  | 'otherPlant'
  | 'unknownCode'
  | 'malformed'
  | 'noReason'
  | 'longReason'
  | 'refused'
export type Problems = Partial<Record<Field, Problem>>
export type Run = { from: number; to: number }
export type Size = { quantity: number; cartonSize: number | null }

/** Coupons of one request at most, as the contract says. */
export const MOST = 100_000
const LONGEST_CODE = 300
const LONGEST_REASON = 300
const SHORTEST_REASON = 3

export const cartonsOf = ({ quantity, cartonSize }: Size): number =>
  cartonSize === null ? 0 : Math.ceil(quantity / cartonSize)

/** The serials of a run of cartons, both ends included; the last carton may be smaller. */
export function serialsOfCartons({ from, to }: Run, { quantity, cartonSize }: Size): Run {
  const size = cartonSize ?? 1
  return { from: (from - 1) * size + 1, to: Math.min(to * size, quantity) }
}

function problemOfNumber(typed: string, most: number, beyond: Problem): Problem | undefined {
  const value = readNumber(typed)
  if (typed.trim() === '') return 'noNumber'
  if (value === null) return 'notNumber'
  if (value < 1) return 'belowOne'
  return value > most ? beyond : undefined
}

/** A run as typed: its numbers, or what is wrong at which end. */
function readEnds(
  first: string,
  last: string,
  most: number,
  beyond: Problem,
): { run: Run } | { first?: Problem | undefined; last?: Problem | undefined } {
  const problems = {
    first: problemOfNumber(first, most, beyond),
    last: problemOfNumber(last, most, beyond),
  }
  if (problems.first || problems.last) return problems
  const run = { from: readNumber(first) ?? 0, to: readNumber(last) ?? 0 }
  return run.to < run.from ? { last: 'backwards' } : { run }
}

const withoutGaps = (problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))

/** The serials that the fields mean, or what is wrong with them. A code is looked up elsewhere. */
export function readRun(typed: Typed, size: Size): { run: Run } | { problems: Problems } {
  const inCartons = typed.way === 'cartons'
  const cartonTo = typed.cartonTo.trim() === '' ? typed.cartonFrom : typed.cartonTo
  const ends = inCartons
    ? readEnds(typed.cartonFrom, cartonTo, cartonsOf(size), 'beyondCartons')
    : readEnds(typed.from, typed.to, size.quantity, 'beyond')
  if (!('run' in ends)) {
    const { first, last } = ends
    // A carton that stands for both ends is told of once.
    const second = typed.cartonTo.trim() === '' ? undefined : last
    return {
      problems: withoutGaps(
        inCartons ? { cartonFrom: first, cartonTo: second } : { from: first, to: last },
      ),
    }
  }
  const run = inCartons ? serialsOfCartons(ends.run, size) : ends.run
  if (run.to - run.from < MOST) return { run }
  return { problems: { [inCartons ? 'cartonTo' : 'to']: 'tooMany' } }
}

/** What is wrong with the code before it is looked up. */
export function problemOfCode(code: string): Problem | undefined {
  if (code.trim() === '') return 'noCode'
  return code.trim().length > LONGEST_CODE ? 'longCode' : undefined
}

/** The reason as it is stored: the words of the button, what was written, or both. */
export function reasonText(button: string | null, note: string): string {
  return [button, note.trim()].filter(Boolean).join(': ')
}

export function problemOfReason(reason: string): { reason: Problem } | { note: Problem } | null {
  if (reason.length < SHORTEST_REASON) return { reason: 'noReason' }
  return reason.length > LONGEST_REASON ? { note: 'longReason' } : null
}

type Runs = Reconciliation['runs']

/** Every serial that waits, as one run of at most 100,000; null where none does. */
export function waitingRun(runs: Runs): Run | null {
  const waiting = runs.filter(({ status }) => status === 'waiting')
  const from = waiting[0]?.fromSerial
  const to = waiting.at(-1)?.toSerial
  if (from === undefined || to === undefined) return null
  return { from, to: Math.min(to, from + MOST - 1) }
}

/** How many coupons of a run are in this state. */
export function countWithin(runs: Runs, { from, to }: Run, state: Runs[number]['status']): number {
  return runs
    .filter(({ status }) => status === state)
    .map((run) => Math.min(run.toSerial, to) - Math.max(run.fromSerial, from) + 1)
    .reduce((sum, count) => sum + Math.max(0, count), 0)
}

/** Those used last first, the others as they came. */
export function usedFirst<T extends { batchId: number }>(
  lots: readonly T[],
  used: readonly number[],
): T[] {
  const place = ({ batchId }: T): number => {
    const at = used.indexOf(batchId)
    return at < 0 ? used.length : at
  }
  return lots.toSorted((one, other) => place(one) - place(other))
}

import type {
  EnquiryCategory,
  EnquiryRow,
  EnquiryState,
  EnquiryStep,
} from '../../../contract/enquiries.ts'
import { DEADLINE_RULES } from '../../../contract/rule-deadlines.ts'
import type { Rules } from '../../../contract/rule-definitions.ts'
import { nextState } from './enquiry-machine.ts'

const HOUR_MS = 3_600_000

/** What the deadlines of an enquiry follow from. */
export type Clock = {
  state: EnquiryState
  answerBy: Date
  answeredAt: Date | null
  /** As of the moment that the clock last began to run; see `stoodSince`. */
  resolveBy: Date
  waitingSince: Date | null
  resolvedAt: Date | null
  closedAt: Date | null
}

const plus = (at: Date, ms: number) => new Date(at.getTime() + ms)

function hoursOf(category: EnquiryCategory, rules: Rules) {
  const { answer, resolve } = DEADLINE_RULES[category]
  return { answerHours: rules[answer], resolveHours: rules[resolve] }
}

/** The clock of a new enquiry, by the rules of the moment. */
export function begun(category: EnquiryCategory, at: Date, rules: Rules): Clock {
  const { answerHours, resolveHours } = hoursOf(category, rules)
  return {
    state: 'open',
    answerBy: plus(at, answerHours * HOUR_MS),
    answeredAt: null,
    resolveBy: plus(at, resolveHours * HOUR_MS),
    waitingSince: null,
    resolvedAt: null,
    closedAt: null,
  }
}

/** Since when the time to settle it stands still: while the member is waited for, and when resolved. */
const stoodSince = ({ waitingSince, resolvedAt }: Clock) => waitingSince ?? resolvedAt

/**
 * The clock after a step: the deadline to settle moves on by the time it stood still. Who resolves
 * has answered, too: the member is told. Refuses with 409 what the machine does not know.
 */
export function stepped<C extends Clock & { number: string }>(
  clock: C,
  step: EnquiryStep,
  at: Date,
): C {
  const state = nextState(clock, step)
  if (state === 'closed') return { ...clock, state, closedAt: at }
  const stood = stoodSince(clock)
  const answers = step === 'answer' || step === 'resolve'
  return {
    ...clock,
    state,
    answeredAt: clock.answeredAt ?? (answers ? at : null),
    resolveBy: stood ? plus(clock.resolveBy, at.getTime() - stood.getTime()) : clock.resolveBy,
    waitingSince: state === 'waiting' ? at : null,
    resolvedAt: state === 'resolved' ? at : null,
  }
}

/**
 * Deadlines as if it had been of the other category from the beginning, by the rules of when it was
 * opened; what it stood still stays.
 */
export function recategorised<C extends Clock & { category: EnquiryCategory }>(
  clock: C,
  category: EnquiryCategory,
  rules: Rules,
): C {
  const [old, now] = [hoursOf(clock.category, rules), hoursOf(category, rules)]
  return {
    ...clock,
    category,
    answerBy: plus(clock.answerBy, (now.answerHours - old.answerHours) * HOUR_MS),
    resolveBy: plus(clock.resolveBy, (now.resolveHours - old.resolveHours) * HOUR_MS),
  }
}

/** The deadline that runs: of the first answer until there is one, then to settle it; null when none does. */
export function dueAt(clock: Clock): Date | null {
  if (clock.state === 'closed' || stoodSince(clock) !== null) return null
  return clock.answeredAt === null ? clock.answerBy : clock.resolveBy
}

/** Both deadlines as a list shows them. While the member is waited for, the second moves with the time. */
export function deadlinesOf(
  clock: Clock,
  now: Date,
): Pick<EnquiryRow, 'firstAnswer' | 'resolution'> {
  const { answerBy, answeredAt, resolveBy, waitingSince, resolvedAt } = clock
  const waited = waitingSince ? Math.max(0, now.getTime() - waitingSince.getTime()) : 0
  return {
    firstAnswer: {
      by: answerBy.toISOString(),
      doneAt: answeredAt?.toISOString() ?? null,
      missed: (answeredAt ?? now) > answerBy,
    },
    resolution: {
      by: plus(resolveBy, waited).toISOString(),
      doneAt: resolvedAt?.toISOString() ?? null,
      missed: (stoodSince(clock) ?? now) > resolveBy,
    },
  }
}

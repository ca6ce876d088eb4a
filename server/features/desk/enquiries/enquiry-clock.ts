import type { EnquiryRow } from '../../../../contract/desk/enquiries.ts'
import type {
  EnquiryCategory,
  EnquiryState,
  EnquiryStep,
} from '../../../../contract/desk/enquiry-states.ts'
import { DEADLINE_RULES } from '../../../../contract/platform/rule-deadlines.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import type { RuleBook } from '../../platform/rules/index.ts'
import { nextState } from './enquiry-machine.ts'
import { afterWorking, workingBetween, type Calendar } from './working-time.ts'

const HOUR_MS = 3_600_000

/** What the deadlines of an enquiry follow from. */
export type Clock = {
  state: EnquiryState
  openedAt: Date
  answerBy: Date
  answeredAt: Date | null
  /** As of the moment that the clock last began to run; see `stoodSince`. */
  resolveBy: Date
  waitingSince: Date | null
  resolvedAt: Date | null
  closedAt: Date | null
}

function hoursOf(category: EnquiryCategory, rules: Rules) {
  const { answer, resolve } = DEADLINE_RULES[category]
  return { answerMs: rules[answer] * HOUR_MS, resolveMs: rules[resolve] * HOUR_MS }
}

/** The clock of a new enquiry, by the rules of the moment. */
export function begun(category: EnquiryCategory, at: Date, rules: Rules): Clock {
  const { answerMs, resolveMs } = hoursOf(category, rules)
  return {
    state: 'open',
    openedAt: at,
    answerBy: afterWorking(at, answerMs, rules),
    answeredAt: null,
    resolveBy: afterWorking(at, resolveMs, rules),
    waitingSince: null,
    resolvedAt: null,
    closedAt: null,
  }
}

/** Since when the time to settle it stands still: while the member is waited for, and when resolved. */
const stoodSince = ({ waitingSince, resolvedAt }: Clock) => waitingSince ?? resolvedAt

/** The deadline to settle it once its time runs again: from then on, the working time that was left. */
function movedOn({ resolveBy }: Clock, stood: Date, at: Date, calendar: Calendar): Date {
  return afterWorking(at, workingBetween(stood, resolveBy, calendar), calendar)
}

/**
 * The clock after a step: what was left to settle it begins to run again where it stood still, by the
 * working hours of when it was opened. Who resolves has answered, too: the member is told. Refuses
 * with 409 what the machine does not know.
 */
export function stepped<C extends Clock & { number: string }>(
  clock: C,
  step: EnquiryStep,
  { at, rules }: { at: Date; rules: Pick<RuleBook, 'at'> },
): C {
  const state = nextState(clock, step)
  if (state === 'closed') return { ...clock, state, closedAt: at }
  const stood = stoodSince(clock)
  const answers = step === 'answer' || step === 'resolve'
  return {
    ...clock,
    state,
    answeredAt: clock.answeredAt ?? (answers ? at : null),
    resolveBy: stood ? movedOn(clock, stood, at, rules.at(clock.openedAt)) : clock.resolveBy,
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
  const { openedAt, resolveBy } = clock
  const given = workingBetween(openedAt, resolveBy, rules)
  return {
    ...clock,
    category,
    answerBy: afterWorking(openedAt, now.answerMs, rules),
    resolveBy: afterWorking(openedAt, given + now.resolveMs - old.resolveMs, rules),
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
  { now, rules }: { now: Date; rules: Pick<RuleBook, 'at'> },
): Pick<EnquiryRow, 'firstAnswer' | 'resolution'> {
  const { answerBy, answeredAt, resolveBy, waitingSince, resolvedAt } = clock
  const movesTo =
    waitingSince && now > waitingSince
      ? movedOn(clock, waitingSince, now, rules.at(clock.openedAt))
      : resolveBy
  return {
    firstAnswer: {
      by: answerBy.toISOString(),
      doneAt: answeredAt?.toISOString() ?? null,
      missed: (answeredAt ?? now) > answerBy,
    },
    resolution: {
      by: movesTo.toISOString(),
      doneAt: resolvedAt?.toISOString() ?? null,
      missed: (stoodSince(clock) ?? now) > resolveBy,
    },
  }
}

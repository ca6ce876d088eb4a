import {
  NOTIFICATION_MACHINE,
  type NotificationState,
  type NotificationStep,
} from '../../../../contract/desk/notifications.ts'
import { AppError } from '../../../lib/app-error.ts'

const DONE: Record<NotificationStep, string> = {
  schedule: 'scheduled',
  propose: 'proposed',
  approve: 'approved',
  reject: 'rejected',
  lapse: 'given up',
  unschedule: 'made a draft again',
  begin: 'begun',
  stop: 'stopped',
  resume: 'resumed',
  finish: 'finished',
}

const STANDS: Record<NotificationState, string> = {
  draft: 'is a draft',
  proposed: 'waits for a second person',
  scheduled: 'is scheduled',
  sending: 'is being sent',
  stopped: 'is stopped',
  sent: 'is sent',
}

const PLANNED: ReadonlySet<NotificationState> = new Set(['proposed', 'scheduled'])

type WithState = { state: NotificationState }

/** Where a step leads a message, or 409 in words when the machine has no such step from there. */
export function nextState({ state }: WithState, step: NotificationStep): NotificationState {
  if (NOTIFICATION_MACHINE[step].from.includes(state)) return NOTIFICATION_MACHINE[step].to
  throw new AppError('conflict', `This message ${STANDS[state]}: it cannot be ${DONE[step]}.`)
}

/** Refuses to change or delete what is no draft. */
export function mustBeDraft({ state }: WithState, what: 'changed' | 'deleted'): void {
  if (state === 'draft') return
  const first = PLANNED.has(state) ? ' Take its plan back first.' : ''
  throw new AppError('conflict', `This message ${STANDS[state]}: it cannot be ${what}.${first}`)
}

/** What happened to a message, as its history says it; the steps of the machine and others. */
export const EVENT_WORDS = {
  write: 'Draft written',
  change: 'Draft changed',
  schedule: 'Scheduled',
  propose: 'Waits for a second person',
  approve: 'Approved',
  reject: 'Rejected',
  lapse: 'Not sent: nobody approved it by its time',
  unschedule: 'Plan taken back',
  begin: 'Sending began',
  stop: 'Stopped',
  resume: 'Resumed',
  finish: 'Sent to everybody',
  try: 'Sent to one number as a test',
  hold: 'The webhook does not take messages: the sending by it waits',
  release: 'The webhook takes messages again',
} as const
export type EventStep = keyof typeof EVENT_WORDS

export const eventWords = (step: string): string =>
  Object.entries(EVENT_WORDS).find(([name]) => name === step)?.[1] ?? step

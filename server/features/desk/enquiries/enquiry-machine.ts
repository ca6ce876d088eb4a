import {
  ENQUIRY_MACHINE,
  type EnquiryState,
  type EnquiryStep,
} from '../../../../contract/desk/enquiry-states.ts'
import { AppError } from '../../../lib/app-error.ts'

const DONE: Record<EnquiryStep, string> = {
  take: 'taken',
  answer: 'answered',
  'member-writes': 'opened again by a message',
  resolve: 'resolved',
  reopen: 'opened again',
  close: 'closed',
}

const STANDS: Record<EnquiryState, string> = {
  open: 'is open',
  in_progress: 'is in progress',
  waiting: 'waits for the member',
  resolved: 'is resolved',
  closed: 'is closed',
}

type Named = { number: string; state: EnquiryState }

/** Where an enquiry stands, as a sentence begins: "EQ100001 is closed". */
export const statusLine = ({ number, state }: Named) => `${number} ${STANDS[state]}`

export const hasStep = ({ state }: Named, step: EnquiryStep) =>
  ENQUIRY_MACHINE[step].from.includes(state)

/** Where a step leads an enquiry, or 409 in words when the machine has no such step from there. */
export function nextState(enquiry: Named, step: EnquiryStep): EnquiryState {
  if (hasStep(enquiry, step)) return ENQUIRY_MACHINE[step].to
  throw new AppError('conflict', `${statusLine(enquiry)}: it cannot be ${DONE[step]}.`)
}

/** States in which somebody has still something to do. */
export const OPEN_STATES = [
  'open',
  'in_progress',
  'waiting',
] as const satisfies readonly EnquiryState[]

export const isOpen = ({ state }: Named) => OPEN_STATES.some((open) => open === state)

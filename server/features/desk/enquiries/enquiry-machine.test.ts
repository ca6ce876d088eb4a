import { expect, test } from 'vitest'
import {
  ENQUIRY_MACHINE,
  ENQUIRY_STATES,
  type EnquiryState,
  type EnquiryStep,
} from '../../../../contract/desk/enquiry-states.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isOpen, nextState } from './enquiry-machine.ts'

/** Written out apart from the table it checks: every step there is, and no other. */
const STEPS: Partial<Record<`${EnquiryState} ${EnquiryStep}`, EnquiryState>> = {
  'open take': 'in_progress',
  'open answer': 'waiting',
  'open resolve': 'resolved',
  'in_progress answer': 'waiting',
  'in_progress resolve': 'resolved',
  'waiting answer': 'waiting',
  'waiting resolve': 'resolved',
  'waiting member-writes': 'in_progress',
  'resolved member-writes': 'in_progress',
  'resolved reopen': 'in_progress',
  'resolved close': 'closed',
}

const steps = Object.keys(ENQUIRY_MACHINE) as EnquiryStep[]
const pairs = ENQUIRY_STATES.flatMap((state) => steps.map((step) => [state, step] as const))

test.each(pairs)('from %s by %s', (state, step) => {
  const act = () => nextState({ number: 'EQ100001', state }, step)
  const expected = STEPS[`${state} ${step}`]
  if (expected) expect(act()).toBe(expected)
  else {
    expect(act).toThrow(AppError)
    expect(act).toThrow(/^EQ100001 (is|waits) [a-z ]+: it cannot be [a-z ]+\.$/)
  }
})

test('what is resolved or closed is not open', () => {
  const open = ENQUIRY_STATES.filter((state) => isOpen({ number: 'EQ100001', state }))
  expect(open).toEqual(['open', 'in_progress', 'waiting'])
})

import { expect, test } from 'vitest'
import {
  SCHEME_MACHINE,
  SCHEME_STATUSES,
  type SchemeStatus,
  type SchemeStep,
} from '../../../../contract/programme/schemes.ts'
import { AppError } from '../../../lib/app-error.ts'
import { mustBeDraft, mustRun, nextStatus } from './scheme-machine.ts'

/** Written out apart from the table it checks: every step there is, and no other. */
const STEPS: Partial<Record<`${SchemeStatus} ${SchemeStep}`, SchemeStatus>> = {
  'draft activate': 'active',
  'active pause': 'paused',
  'active end': 'ended',
  'paused resume': 'active',
  'paused end': 'ended',
}

const pairs = SCHEME_STATUSES.flatMap((status) =>
  (Object.keys(SCHEME_MACHINE) as SchemeStep[]).map((step) => [status, step] as const),
)

test.each(pairs)('from %s by %s', (status, step) => {
  const act = () => nextStatus({ name: 'Festival', status }, step)
  const expected = STEPS[`${status} ${step}`]
  if (expected) expect(act()).toBe(expected)
  else {
    expect(act).toThrow(AppError)
    expect(act).toThrow(/^“Festival” (is|has) [a-z ]+: it cannot be [a-z]+\.$/)
  }
})

test.each(SCHEME_STATUSES)('what a scheme that is %s admits besides', (status) => {
  const scheme = { name: 'Festival', status }
  const edit = () => mustBeDraft(scheme, 'edited')
  const change = () => mustRun(scheme)
  if (status === 'draft') expect(edit).not.toThrow()
  else expect(edit).toThrow(/only a draft can be edited/)
  if (status === 'active' || status === 'paused') expect(change).not.toThrow()
  else expect(change).toThrow(AppError)
})

import { expect, test } from 'vitest'
import {
  UPLOAD_STATES,
  type UploadState,
  type UploadStep,
} from '../../../../contract/people/onboarding.ts'
import { stateAfter } from './upload-machine.ts'

/** Every step that there is; whatever is not here is refused in words. */
const STEPS: Record<UploadStep, Partial<Record<UploadState, UploadState>>> = {
  read: { reading: 'ready' },
  refuse: { reading: 'refused' },
  apply: { ready: 'applying', stopped: 'applying' },
  stop: { applying: 'stopped' },
  finish: { applying: 'applied' },
  discard: { ready: 'discarded' },
  take_back: { applied: 'taken_back' },
}

const PAIRS = Object.entries(STEPS).flatMap(([step, to]) =>
  UPLOAD_STATES.map((state) => [step as UploadStep, state, to[state]] as const),
)

test.each(PAIRS)('%s from %s', (step, state, to) => {
  if (to) expect(stateAfter(state, step)).toBe(to)
  else expect(() => stateAfter(state, step)).toThrow(/^This file/)
})

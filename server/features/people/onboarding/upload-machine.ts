import {
  UPLOAD_MACHINE,
  type UploadState,
  type UploadStep,
} from '../../../../contract/people/onboarding.ts'
import { AppError } from '../../../lib/app-error.ts'

const WHY_NOT: Record<UploadState, string> = {
  reading: 'This file is still being read. Wait until its preview is there.',
  refused: 'This file could not be read. Send it again once it is put right.',
  ready: 'This file is read, but not applied.',
  applying: 'This file is being applied.',
  stopped: 'This file is applied half way. Apply it again to go on.',
  applied: 'This file is applied.',
  discarded: 'This file was discarded. Send it again.',
  taken_back: 'This file was taken back. Send it again.',
}

/** The state after a step; a conflict in words where the upload cannot take it. */
export function stateAfter(state: UploadState, step: UploadStep): UploadState {
  const { from, to } = UPLOAD_MACHINE[step]
  if (!from.includes(state)) throw new AppError('conflict', WHY_NOT[state])
  return to
}

import { mayOnboard, type OnboardingKind } from '../../../../contract/people/onboarding.ts'
import type { Role } from '../../../../contract/roles.ts'
import { AppError } from '../../../lib/app-error.ts'

/** An endpoint admits who may onboard anything; this refuses who may not onboard this kind. */
export function refuseKind(role: Role, kind: OnboardingKind): void {
  if (mayOnboard(role, kind)) return
  throw new AppError('forbidden', `Your role does not change ${kind}.`)
}

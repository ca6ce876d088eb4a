import type { OnboardingKind } from '../../../contract/onboarding.ts'
import { distributorOnboarding } from '../distributors/distributor-onboarding.service.ts'
import { memberOnboarding } from '../members/member-onboarding.service.ts'
import { pointsOnboarding } from '../points-files/points-onboarding.service.ts'
import { productOnboarding } from '../products/product-onboarding.service.ts'
import { workerOnboarding } from '../workers/worker-onboarding.service.ts'
import type { OnboardingRules } from './onboarding-kind.ts'

export type Kinds = Record<OnboardingKind, OnboardingRules>

/** What a file may hold. */
export const KINDS: Kinds = {
  workers: workerOnboarding,
  distributors: distributorOnboarding,
  members: memberOnboarding,
  points: pointsOnboarding,
  products: productOnboarding,
}

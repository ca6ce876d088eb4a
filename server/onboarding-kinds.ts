import { distributorOnboarding } from './features/distributors/distributor-onboarding.service.ts'
import { memberOnboarding } from './features/member-files/member-onboarding.service.ts'
import { pointsOnboarding } from './features/member-files/points-onboarding.service.ts'
import type { OnboardingKinds } from './features/onboarding/onboarding-kind.ts'
import { productOnboarding } from './features/products/product-onboarding.service.ts'
import { workerOnboarding } from './features/workers/worker-onboarding.service.ts'

/** Which room reads and applies which kind of onboarding file. */
export const ONBOARDING_KINDS: OnboardingKinds = {
  workers: workerOnboarding,
  distributors: distributorOnboarding,
  members: memberOnboarding,
  points: pointsOnboarding,
  products: productOnboarding,
}

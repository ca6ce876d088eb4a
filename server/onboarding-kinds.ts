import type { Context } from './context.ts'
import { distributorOnboarding } from './features/people/distributors/distributor-onboarding.service.ts'
import { memberOnboarding } from './features/ledger/member-files/member-onboarding.service.ts'
import { pointsOnboarding } from './features/ledger/member-files/points-onboarding.service.ts'
import type { KindsIn } from './features/people/onboarding/onboarding-kind.ts'
import { productOnboarding } from './features/programme/products/product-onboarding.service.ts'
import { workerOnboarding } from './features/people/workers/worker-onboarding.service.ts'

/** Which room reads and applies which kind of onboarding file. */
export const ONBOARDING_KINDS: KindsIn<Context> = {
  workers: workerOnboarding,
  distributors: distributorOnboarding,
  members: memberOnboarding,
  points: pointsOnboarding,
  products: productOnboarding,
}

import type { Context } from '../../../context.ts'
import type { ApplyingIn, RulesIn } from './onboarding-kind.ts'

export type Applying = ApplyingIn<Context>
export type OnboardingRules = RulesIn<Context>

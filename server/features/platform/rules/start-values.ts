import { RULES, TABLE_RULES, type Rules } from '../../../../contract/platform/rule-definitions.ts'
import { BUDGET_RULES } from '../../../../contract/platform/rule-budgets.ts'
import { FRAUD_RULES } from '../../../../contract/platform/rule-fraud.ts'
import { HELPDESK_RULES } from '../../../../contract/platform/rule-deadlines.ts'
import type { NumberRule } from '../../../../contract/platform/rule.ts'
import { LOCK_RULES, SESSION_RULES } from '../../../../contract/platform/rule-sessions.ts'
import type { Config } from '../../../config.ts'

/** In the demo points are lost within the months that it plays. */
const DEMO_EXPIRE_MONTHS = 4

/** The rules before anybody changed one: those of the environment, else of the table. */
export function startValues(config: Config): Rules {
  const months = config.demo ? DEMO_EXPIRE_MONTHS : RULES.pointsExpireMonths.start
  return {
    pointValuePaise: config.POINT_VALUE_PAISE,
    pointsExpireMonths: config.POINTS_EXPIRE_MONTHS ?? months,
    redemptionMinPoints: config.REDEMPTION_MIN_POINTS,
    redemptionTwoRolesFromPaise: config.REDEMPTION_TWO_ROLES_FROM_PAISE,
    redemptionDayLimitPaise: config.REDEMPTION_DAY_LIMIT_PAISE,
    redemptionDayLimitCount: config.REDEMPTION_DAY_LIMIT_COUNT,
    ...valuesOf(FRAUD_RULES, ({ start }) => start),
    scansPerDay: config.SCANS_PER_DAY,
    wrongCodesPerDay: config.WRONG_CODES_PER_DAY,
    membersPerDevice: config.MEMBERS_PER_DEVICE,
    serialsPerPlace: config.SERIALS_PER_PLACE,
    reviewAlonePoints: RULES.reviewAlonePoints.start,
    broadcastAloneMembers: RULES.broadcastAloneMembers.start,
    printAloneCoupons: RULES.printAloneCoupons.start,
    batchSecondApprovalFrom: config.BATCH_SECOND_APPROVAL_FROM,
    kycRequired: TABLE_RULES.kycRequired.start,
    workingHours: TABLE_RULES.workingHours.start,
    holidays: TABLE_RULES.holidays.start,
    kycRefusals: TABLE_RULES.kycRefusals.start,
    redemptionRefusals: TABLE_RULES.redemptionRefusals.start,
    reversalReasons: TABLE_RULES.reversalReasons.start,
    ...valuesOf(HELPDESK_RULES, ({ start }) => start),
    ...valuesOf(BUDGET_RULES, ({ start }) => start),
    ...valuesOf(SESSION_RULES, () => config.SESSION_IDLE_MINUTES),
    ...valuesOf(LOCK_RULES, ({ start }) => start),
  }
}

/** A value for every rule of a table. */
function valuesOf<K extends string>(
  rules: Record<K, NumberRule>,
  valueOf: (rule: NumberRule) => number,
): Record<K, number> {
  const values: Partial<Record<K, number>> = {}
  for (const key in rules) values[key] = valueOf(rules[key])
  return values as Record<K, number>
}

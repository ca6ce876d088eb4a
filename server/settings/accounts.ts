import { z } from 'zod'
import { numberRule, type NumberKey } from '../../contract/platform/rule-definitions.ts'
import { ROLES } from '../../contract/roles.ts'
import { listOf, setting, whole } from './kinds.ts'

/** The start value of a rule; once the rule was changed, what was approved counts. */
function startOf(key: NumberKey) {
  const { min, max, start, label, does } = numberRule(key)
  return setting(whole(min, max).default(start), `${label}. ${does}`)
}

export const ACCOUNTS = {
  SESSION_IDLE_MINUTES: setting(
    whole(1, 24 * 60).default(30),
    '[Start value](operations.md#rules-of-the-programme) for every role: a staff session ends after this long without a request. A visible dashboard or list looks for news by itself, and that counts.',
  ),
  SESSION_HOURS: setting(
    whole(1, 24 * 7).default(12),
    'A staff session ends after this long in any case.',
  ),
  MEMBER_SESSION_DAYS: setting(whole(1, 365).default(90), 'How long a member stays signed in.'),
  PASSWORD_MIN: setting(whole(6, 64).default(6), 'The shortest password; never below 6.'),
  TOTP_REQUIRED_ROLES: setting(
    listOf(
      z
        .string()
        .toLowerCase()
        .pipe(z.enum(ROLES, { error: `must name roles: ${ROLES.join(', ')}` })),
    ),
    'Roles, separated by commas, that must sign in with two factors: `admin, finance`. Who has not set it up can do nothing else.',
    'none',
  ),
  OTP_PER_MOBILE: setting(
    whole(1, 1000).default(5),
    'One-time passwords that are sent to a mobile in 15 minutes at the request of one address, or of one known phone; three times as many at the request of all ([decision 0069](decisions/0069-one-time-passwords.md)).',
  ),
  OTP_PER_ADDRESS: setting(
    whole(1, 1_000_000).default(600),
    'One-time passwords that one address may ask for in an hour, for all mobiles together.',
  ),
}

export const START_VALUES = {
  BATCH_SECOND_APPROVAL_FROM: startOf('batchSecondApprovalFrom'),
  POINT_VALUE_PAISE: startOf('pointValuePaise'),
  // The demo has another start value, so the default is not in the type.
  POINTS_EXPIRE_MONTHS: setting(
    whole(0, 240).optional(),
    `${numberRule('pointsExpireMonths').label}. ${numberRule('pointsExpireMonths').does}`,
    '`24`; `4` in the demo',
  ),
  REDEMPTION_MIN_POINTS: startOf('redemptionMinPoints'),
  REDEMPTION_TWO_ROLES_FROM_PAISE: startOf('redemptionTwoRolesFromPaise'),
  REDEMPTION_DAY_LIMIT_PAISE: startOf('redemptionDayLimitPaise'),
  REDEMPTION_DAY_LIMIT_COUNT: startOf('redemptionDayLimitCount'),
  SCANS_PER_DAY: startOf('scansPerDay'),
  WRONG_CODES_PER_DAY: startOf('wrongCodesPerDay'),
  MEMBERS_PER_DEVICE: startOf('membersPerDevice'),
  SERIALS_PER_PLACE: startOf('serialsPerPlace'),
}

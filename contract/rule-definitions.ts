import { formatPaise } from './money.ts'

export const RULE_GROUPS = ['Points', 'Redemption', 'Fraud', 'Coupons'] as const
export type RuleGroup = (typeof RULE_GROUPS)[number]

/**
 * A rule of the programme. Its value is a whole number; of `money` it is paise, entered in rupees.
 * `twoPeople`: money, points or fraud hang on it, so somebody else approves a change.
 */
export type Rule = {
  group: RuleGroup
  label: string
  kind: 'number' | 'money'
  /** Behind the number, such as "scans a day"; empty for money. */
  unit: string
  min: number
  max: number
  start: number
  /** One sentence on what it does. */
  does: string
  /** The value as a sentence, for the preview and the history. */
  says: (value: number) => string
  twoPeople: boolean
  /** The environment variable that gives its start value; null where `start` is the only one. */
  setting: string | null
}

const count = (value: number) => value.toLocaleString('en-IN')
const counted = (value: number, one: string, many: string) =>
  `${count(value)} ${value === 1 ? one : many}`

/** The largest batch is a million coupons: from one more on, none needs a second approval. */
const NO_BATCH = 1_000_001
const NO_REDEMPTION = 1_000_000_000_001

/** Every rule, in the order of its page. Server, page and start values all read this table. */
export const RULES = {
  pointValuePaise: {
    group: 'Points',
    label: 'Value of a point',
    kind: 'money',
    unit: '',
    min: 1,
    max: 100_000,
    start: 100,
    does: 'What one point is worth when points are redeemed, and in handling charges, settlements and reports. Redemptions that were asked for keep the value of their request.',
    says: (value) => `1 point = ${formatPaise(value)}.`,
    twoPeople: true,
    setting: 'POINT_VALUE_PAISE',
  },
  pointsExpireMonths: {
    group: 'Points',
    label: 'Points expire after',
    kind: 'number',
    unit: 'calendar months',
    min: 0,
    max: 240,
    start: 24,
    does: 'Points that were not used by then are taken every night, 0 for never. A shorter time also takes older points in the first night.',
    says: (value) =>
      value === 0
        ? 'Points never expire.'
        : `Points expire after ${counted(value, 'calendar month', 'calendar months')}.`,
    twoPeople: true,
    setting: 'POINTS_EXPIRE_MONTHS',
  },
  redemptionMinPoints: {
    group: 'Redemption',
    label: 'Smallest redemption',
    kind: 'number',
    unit: 'points',
    min: 1,
    max: 10_000_000,
    start: 100,
    does: 'Fewer points than this cannot be redeemed for money. Gifts have prices of their own.',
    says: (value) => `At least ${counted(value, 'point', 'points')} are redeemed at once.`,
    twoPeople: true,
    setting: 'REDEMPTION_MIN_POINTS',
  },
  redemptionTwoRolesFromPaise: {
    group: 'Redemption',
    label: 'Second approval from',
    kind: 'money',
    unit: '',
    min: 1,
    max: NO_REDEMPTION,
    start: 1_000_000,
    does: 'Redemptions of this value or more need two approvals, by different people of different roles. Those that were asked for keep the number of approvals of their request.',
    says: (value) =>
      value === NO_REDEMPTION
        ? 'No redemption needs a second approval.'
        : `Redemptions from ${formatPaise(value)} need two approvals.`,
    twoPeople: true,
    setting: 'REDEMPTION_TWO_ROLES_FROM_PAISE',
  },
  redemptionDayLimitPaise: {
    group: 'Redemption',
    label: 'Limit of a day',
    kind: 'money',
    unit: '',
    min: 1,
    max: 1_000_000_000_000,
    start: 5_000_000,
    does: 'A member cannot ask for more than this on one day, all redemptions together.',
    says: (value) => `At most ${formatPaise(value)} are redeemed by a member on one day.`,
    twoPeople: true,
    setting: 'REDEMPTION_DAY_LIMIT_PAISE',
  },
  redemptionDayLimitCount: {
    group: 'Redemption',
    label: 'Requests a day',
    kind: 'number',
    unit: 'redemptions a day',
    min: 1,
    max: 1_000_000,
    start: 5,
    does: 'A member cannot ask for more redemptions than this on one day.',
    says: (value) =>
      `A member asks for at most ${counted(value, 'redemption', 'redemptions')} a day.`,
    twoPeople: true,
    setting: 'REDEMPTION_DAY_LIMIT_COUNT',
  },
  scansPerDay: {
    group: 'Fraud',
    label: 'Scans a day',
    kind: 'number',
    unit: 'scans a day',
    min: 1,
    max: 1_000_000,
    start: 200,
    does: 'After so many credited scans on one day a member’s scans are refused until the next day.',
    says: (value) => `A member is credited at most ${counted(value, 'scan', 'scans')} a day.`,
    twoPeople: true,
    setting: 'SCANS_PER_DAY',
  },
  wrongCodesPerDay: {
    group: 'Fraud',
    label: 'Wrong codes a day',
    kind: 'number',
    unit: 'wrong codes a day',
    min: 1,
    max: 1_000_000,
    start: 10,
    does: 'After so many unknown codes on one day a member’s scans are refused until the next day.',
    says: (value) =>
      `Scans of a member are refused for the day after ${counted(value, 'wrong code', 'wrong codes')}.`,
    twoPeople: true,
    setting: 'WRONG_CODES_PER_DAY',
  },
  membersPerDevice: {
    group: 'Fraud',
    label: 'Members on one device',
    kind: 'number',
    unit: 'members a day',
    min: 1,
    max: 1_000_000,
    start: 5,
    does: 'When more members than this scan with one device on a day, the scans are flagged and their points wait for a review.',
    says: (value) =>
      `Scans are flagged when more than ${counted(value, 'member uses', 'members use')} one device on a day.`,
    twoPeople: true,
    setting: 'MEMBERS_PER_DEVICE',
  },
  serialsPerPlace: {
    group: 'Fraud',
    label: 'Coupons of a batch at one place',
    kind: 'number',
    unit: 'coupons a day',
    min: 1,
    max: 1_000_000,
    start: 50,
    does: 'When more coupons of one batch than this are scanned within about a kilometre on a day, the scans are flagged and their points wait for a review.',
    says: (value) =>
      `Scans are flagged when more than ${counted(value, 'coupon', 'coupons')} of a batch ${value === 1 ? 'is' : 'are'} scanned at one place on a day.`,
    twoPeople: true,
    setting: 'SERIALS_PER_PLACE',
  },
  fastestKmh: {
    group: 'Fraud',
    label: 'Fastest way between two scans',
    kind: 'number',
    unit: 'km/h',
    min: 50,
    max: 2_000,
    start: 300,
    does: 'When a member would have had to travel faster than this between two scans, the later one is flagged and its points wait for a review.',
    says: (value) =>
      `Scans are flagged when the way between them was faster than ${count(value)} km/h.`,
    twoPeople: true,
    setting: null,
  },
  fastestFromKm: {
    group: 'Fraud',
    label: 'Speed is looked at beyond',
    kind: 'number',
    unit: 'km',
    min: 1,
    max: 4_000,
    start: 200,
    does: 'The speed between two scans is looked at only when they are further apart than this, because positions from cell towers jump.',
    says: (value) =>
      `The speed between two scans counts when they are more than ${count(value)} km apart.`,
    twoPeople: true,
    setting: null,
  },
  batchSecondApprovalFrom: {
    group: 'Coupons',
    label: 'Second approval of a batch from',
    kind: 'number',
    unit: 'coupons',
    min: 1,
    max: NO_BATCH,
    start: 50_000,
    does: 'Batches of this many coupons or more need two approvals. Those that were asked for keep the number of approvals of their request.',
    says: (value) =>
      value === NO_BATCH
        ? 'No batch needs a second approval.'
        : `Batches of ${counted(value, 'coupon', 'coupons')} or more need two approvals.`,
    twoPeople: true,
    setting: 'BATCH_SECOND_APPROVAL_FROM',
  },
} as const satisfies Record<string, Rule>

export type RuleKey = keyof typeof RULES
/** A value of every rule: those in force at a moment. */
export type Rules = Record<RuleKey, number>
export const RULE_KEYS = Object.keys(RULES) as [RuleKey, ...RuleKey[]]

export const ruleOf = (key: RuleKey): Rule => RULES[key]

/** The value with its unit: "₹1.00", "200 scans a day". */
export function valueInWords(key: RuleKey, value: number): string {
  const { kind, unit } = ruleOf(key)
  return kind === 'money' ? formatPaise(value) : `${count(value)} ${unit}`
}

/** The values that a rule can have: "1 to 10,00,000 scans a day". */
export function rangeInWords(key: RuleKey): string {
  const { kind, min, max } = ruleOf(key)
  return `${kind === 'money' ? formatPaise(min) : count(min)} to ${valueInWords(key, max)}`
}

/** Why a rule cannot have this value; null where it can. */
export function valueFault(key: RuleKey, value: number): string | null {
  const { kind, min, max } = ruleOf(key)
  const written = (one: number) => (kind === 'money' ? formatPaise(one) : count(one))
  if (!Number.isSafeInteger(value)) {
    return kind === 'money' ? 'At most two decimal places.' : 'Enter a whole number.'
  }
  return value < min || value > max ? `From ${written(min)} to ${written(max)}.` : null
}

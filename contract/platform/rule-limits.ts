import { formatPaise } from '../money.ts'
import { counted, type NumberRule } from './rule.ts'

/** The largest batch is a million coupons: from one more on, none needs a second approval. */
const NO_BATCH = 1_000_001
const NO_REDEMPTION = 1_000_000_000_001

export const LIMIT_RULES = {
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
  reviewAlonePoints: {
    group: 'Fraud',
    label: 'Held points that one person settles',
    kind: 'number',
    unit: 'points a day',
    min: 0,
    max: 1_000_000_000,
    start: 10_000,
    does: 'One person releases or reverses scans of at most so many points a day, one by one and in clusters; beyond that somebody else approves the decision.',
    says: (value) =>
      value === 0
        ? 'Every decision about held scans needs two people.'
        : `One person settles held scans of at most ${counted(value, 'point', 'points')} a day.`,
    twoPeople: true,
    setting: null,
  },
  broadcastAloneMembers: {
    group: 'Messages',
    label: 'Members that one person writes to',
    kind: 'number',
    unit: 'members a day',
    min: 0,
    max: 1_000_000_000,
    start: 500,
    does: 'One person sends messages to at most so many members a day, all messages together; beyond that somebody else approves the sending. A message with a link needs a second person whatever the number.',
    says: (value) =>
      value === 0
        ? 'Every message to members needs two people.'
        : `One person writes to at most ${counted(value, 'member', 'members')} a day.`,
    twoPeople: true,
    setting: null,
  },
  printAloneCoupons: {
    group: 'Coupons',
    label: 'Batches whose file one person takes again',
    kind: 'number',
    unit: 'coupons',
    min: 0,
    max: NO_BATCH,
    start: 100,
    does: 'The codes of a batch are given out once. Of a batch of at most so many coupons one person takes them as often as it is needed; of a larger one again only with a reason and once a second person agrees.',
    says: (value) =>
      value === 0
        ? 'The codes of every batch are given out once.'
        : `The codes of batches above ${counted(value, 'coupon', 'coupons')} are given out once.`,
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
} as const satisfies Record<string, NumberRule>

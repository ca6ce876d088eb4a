import { count, counted, type NumberRule } from './rule.ts'

/** From here on a limit is never met. */
export const RULE_OFF = 1_000_000
const SWITCHED_OFF = '10,00,000 switches the rule off.'
/** An older time that a phone tells is not believed. */
export const KEPT_MOST_HOURS = 7 * 24
const FARTHEST_KM = 4_000

const hourly = (label: string, of: string, start: number): NumberRule => ({
  group: 'Fraud',
  label,
  kind: 'number',
  unit: 'scans an hour',
  min: 1,
  max: RULE_OFF,
  start,
  does: `When more scans ${of} than this are credited within an hour, the further ones are flagged for a review within two minutes. Their points stay where they are. ${SWITCHED_OFF}`,
  says: (value) =>
    value === RULE_OFF
      ? `Scans ${of} are not counted by the hour.`
      : `Scans ${of} are flagged when there are more than ${count(value)} within an hour.`,
  twoPeople: true,
  setting: null,
})

/** What refuses scans, or holds their points for a review. */
export const FRAUD_RULES = {
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
    max: FARTHEST_KM,
    start: 200,
    does: 'The speed between two scans is looked at only when they are further apart than this, because positions from cell towers jump.',
    says: (value) =>
      `The speed between two scans counts when they are more than ${count(value)} km apart.`,
    twoPeople: true,
    setting: null,
  },
  scansWithoutPlace: {
    group: 'Fraud',
    label: 'Scans without a place',
    kind: 'number',
    unit: 'scans a day',
    min: 0,
    max: RULE_OFF,
    start: 20,
    does: `So many scans of a member on a day may tell no place; the further ones are held for a review. ${SWITCHED_OFF}`,
    says: (value) =>
      value === RULE_OFF
        ? 'Scans without a place are not held.'
        : `A member’s scans without a place are held after ${counted(value, 'one', 'of them')} on a day.`,
    twoPeople: true,
    setting: null,
  },
  scansWithoutDevice: {
    group: 'Fraud',
    label: 'Scans without a device',
    kind: 'number',
    unit: 'scans a day',
    min: 0,
    max: RULE_OFF,
    start: 20,
    does: `So many scans of a member on a day may name no device; the further ones are held for a review. ${SWITCHED_OFF}`,
    says: (value) =>
      value === RULE_OFF
        ? 'Scans without a device are not held.'
        : `A member’s scans without a device are held after ${counted(value, 'one', 'of them')} on a day.`,
    twoPeople: true,
    setting: null,
  },
  scansOnNewDevices: {
    group: 'Fraud',
    label: 'Scans on new devices',
    kind: 'number',
    unit: 'scans a day',
    min: 0,
    max: RULE_OFF,
    start: 10,
    does: `So many scans of a member on a day may come from devices that the member used on no earlier day; the further ones are held for a review. A member’s first device is not new. ${SWITCHED_OFF}`,
    says: (value) =>
      value === RULE_OFF
        ? 'Scans on new devices are not held.'
        : `A member’s scans on new devices are held after ${counted(value, 'one', 'of them')} on a day.`,
    twoPeople: true,
    setting: null,
  },
  clockAheadMinutes: {
    group: 'Fraud',
    label: 'Clock of a phone ahead',
    kind: 'number',
    unit: 'minutes',
    min: 1,
    max: RULE_OFF,
    start: 60,
    does: `A scan whose phone says a later time than ours by more than this is held for a review. ${SWITCHED_OFF}`,
    says: (value) =>
      value === RULE_OFF
        ? 'Scans are not held for a clock that is ahead.'
        : `Scans are held when the phone’s clock is ahead by more than ${counted(value, 'minute', 'minutes')}.`,
    twoPeople: true,
    setting: null,
  },
  keptOfflineHours: {
    group: 'Fraud',
    label: 'Scans kept on the phone',
    kind: 'number',
    unit: 'hours',
    min: 1,
    max: KEPT_MOST_HOURS,
    start: 72,
    does: 'A scan that the phone says was made longer ago than this is held for a review: with a clock that is set back, no journey is too fast. 168 switches the rule off, because no older time is believed.',
    says: (value) =>
      value === KEPT_MOST_HOURS
        ? 'Scans are not held for having been kept on the phone.'
        : `Scans are held when they were made more than ${counted(value, 'hour', 'hours')} before they arrived.`,
    twoPeople: true,
    setting: null,
  },
  farFromDestinationKm: {
    group: 'Fraud',
    label: 'Far from where a batch was sent',
    kind: 'number',
    unit: 'km',
    min: 1,
    max: FARTHEST_KM,
    start: 200,
    does: 'When a coupon is first scanned further than this outside the state that its batch was sent to, the scan is held for a review. 4,000 switches the rule off.',
    says: (value) =>
      value === FARTHEST_KM
        ? 'Scans are not held for their distance from where the batch was sent.'
        : `Scans are held when they are more than ${count(value)} km outside the state that the batch was sent to.`,
    twoPeople: true,
    setting: null,
  },
  memberScansPerHour: hourly('Scans of a member an hour', 'of one member', 60),
  deviceScansPerHour: hourly('Scans on a device an hour', 'on one device', 80),
  retailerScansPerHour: hourly('Scans of a retailer an hour', 'that name one retailer', 120),
  placeScansPerHour: hourly('Scans at a place an hour', 'within about a kilometre', 150),
  batchScansPerHour: hourly('Scans of a batch an hour', 'of one batch', RULE_OFF),
  serialsInSequence: {
    group: 'Fraud',
    label: 'Serials in sequence',
    kind: 'number',
    unit: 'coupons a day',
    min: 2,
    max: RULE_OFF,
    start: 15,
    does: `When members of one retailer scan this many coupons of a batch on a day one after the other, in the order of their serials, all of them are flagged for a review within two minutes. Their points stay where they are. ${SWITCHED_OFF}`,
    says: (value) =>
      value === RULE_OFF
        ? 'Scans in the order of their serials are not flagged.'
        : `Scans are flagged when members of one retailer scan ${count(value)} coupons or more in the order of their serials.`,
    twoPeople: true,
    setting: null,
  },
} as const satisfies Record<string, NumberRule>

export type FraudRuleKey = keyof typeof FRAUD_RULES

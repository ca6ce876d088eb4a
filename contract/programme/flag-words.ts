import type { FraudRuleKey } from '../platform/rule-fraud.ts'
import type { ScanFlag } from './scan-flags.ts'

type FlagWords = {
  label: string
  /** In the middle of a sentence. */
  words: string
  /** The rules whose values decide about it; none: it always counts. */
  rules: readonly FraudRuleKey[]
  /** Found by a job after the credit: the points are given. */
  later?: true
}

/** Each flag in words, and the rules behind it. */
export const FLAGS = {
  outside_state: {
    label: 'Outside its state',
    words: 'outside the state it was sent to',
    rules: [],
  },
  too_far: {
    label: 'Too far, too soon',
    words: 'too far from the scan before',
    rules: ['fastestKmh', 'fastestFromKm'],
  },
  shared_device: {
    label: 'Shared device',
    words: 'device shared by many members',
    rules: ['membersPerDevice'],
  },
  bulk_at_place: {
    label: 'Many at one place',
    words: 'many serials at one place',
    rules: ['serialsPerPlace'],
  },
  no_place: {
    label: 'Without a place',
    words: 'many scans without a place',
    rules: ['scansWithoutPlace'],
  },
  no_device: {
    label: 'Without a device',
    words: 'many scans without a device',
    rules: ['scansWithoutDevice'],
  },
  new_device: {
    label: 'New device',
    words: 'many scans on new devices',
    rules: ['scansOnNewDevices'],
  },
  clock_off: {
    label: 'Clock is off',
    words: 'the clock of the phone is ahead',
    rules: ['clockAheadMinutes'],
  },
  kept_long: {
    label: 'Kept for long',
    words: 'kept on the phone for long',
    rules: ['keptOfflineHours'],
  },
  far_from_destination: {
    label: 'Far from its destination',
    words: 'far from where the batch was sent',
    rules: ['farFromDestinationKm'],
  },
  fast_member: {
    label: 'Fast member',
    words: 'many scans of one member in an hour',
    rules: ['memberScansPerHour'],
    later: true,
  },
  fast_device: {
    label: 'Busy device',
    words: 'many scans on one device in an hour',
    rules: ['deviceScansPerHour'],
    later: true,
  },
  fast_retailer: {
    label: 'Busy retailer',
    words: 'many scans by one retailer in an hour',
    rules: ['retailerScansPerHour'],
    later: true,
  },
  fast_place: {
    label: 'Busy place',
    words: 'many scans at one place in an hour',
    rules: ['placeScansPerHour'],
    later: true,
  },
  fast_batch: {
    label: 'Fast batch',
    words: 'many scans of one batch in an hour',
    rules: ['batchScansPerHour'],
    later: true,
  },
  in_sequence: {
    label: 'In sequence',
    words: 'serials in their order, by members of one retailer',
    rules: ['serialsInSequence'],
    later: true,
  },
} as const satisfies Record<ScanFlag, FlagWords>

export const flagsInWords = (flags: readonly ScanFlag[]): string =>
  flags.map((flag) => FLAGS[flag].label).join(', ')

export const FLAG_NAMES = Object.fromEntries(
  Object.entries(FLAGS).map(([flag, { label }]) => [flag, label]),
) as Record<ScanFlag, string>

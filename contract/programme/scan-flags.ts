/** Why a credited scan waits for a review; their words are in flag-words.ts. */
export const SCAN_FLAGS = [
  'outside_state',
  'too_far',
  'shared_device',
  'bulk_at_place',
  'no_place',
  'no_device',
  'new_device',
  'clock_off',
  'kept_long',
  'far_from_destination',
  'fast_member',
  'fast_device',
  'fast_retailer',
  'fast_place',
  'fast_batch',
  'in_sequence',
] as const
export type ScanFlag = (typeof SCAN_FLAGS)[number]

// The wings of the house, as docs/architecture.md says.

/** From the ground up: a wing may import the wings before it, never one after it. */
export const WINGS = [
  'platform',
  'people',
  'ledger',
  'programme',
  'money',
  'desk',
  'insight',
  'operations',
]

/** Tests set up whatever they need, and so do the files that only tests import: as globs of the file name. */
export const OF_TESTS = [
  '*.test',
  'test-*',
  '*.fixture',
  '*.model',
  '*.suite',
  '*-breaks',
  'made-up-*',
]

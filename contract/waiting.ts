import { z } from 'zod'
import { wholeNumber } from './paging.ts'

/**
 * Hours within which what waits for a person should be done. Lists mark what is older, their filter
 * `late` shows only that, and the dashboard counts it. Enquiries have deadlines of their own.
 */
export const WAIT_HOURS = {
  kyc: 48,
  redemption: 48,
  heldScan: 72,
  dispute: 72,
  batch: 24,
  payment: 24,
  parcel: 72,
} as const
export type Waiting = keyof typeof WAIT_HOURS

/** Only what has waited longer than it should. */
export const lateOnly = z.enum(['yes'], 'Say late=yes, or leave it out.').optional()

/** Of what takes two people, only what this one may decide: neither asked nor approved by them. */
export const approverFilter = wholeNumber('Approver')
  .optional()
  .describe('Leaves out what this person asked for or approved already')

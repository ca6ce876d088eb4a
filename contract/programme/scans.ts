import { FLAG_NAMES } from './flag-words.ts'
import {
  choiceFilter,
  dayFilter,
  defineQuery,
  lateFilter,
  lookupFilter,
  numberFilter,
  regionFilter,
} from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, member, seeing } from '../endpoint.ts'
import { selectedReason } from '../reasons.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { plainText } from '../india.ts'
import { SCAN_FLAGS } from './scan-flags.ts'
import { instant } from '../time.ts'

/** What a scan attempt came to, with the number it is stored as. */
export const SCAN_RESULTS = {
  credited: 0,
  already_yours: 1,
  already_scanned: 2,
  not_active: 3,
  blocked: 4,
  expired: 5,
  unknown: 6,
  not_eligible: 7,
  limit_reached: 8,
} as const
export type ScanResult = keyof typeof SCAN_RESULTS
export const SCAN_RESULT_NAMES: Record<ScanResult, string> = {
  credited: 'Credited',
  already_yours: 'Already theirs',
  already_scanned: 'Already scanned',
  not_active: 'Not active',
  blocked: 'Blocked',
  expired: 'Expired',
  unknown: 'Unknown code',
  not_eligible: 'Not eligible',
  limit_reached: 'Limit reached',
}
export const scanResult = z.enum(Object.keys(SCAN_RESULTS) as [ScanResult, ...ScanResult[]], {
  error: 'There is no such result of a scan.',
})

export const scanFlag = z.enum(SCAN_FLAGS, { error: 'There is no such flag.' })

export const scanRequest = z.object({
  code: z
    .string({ error: 'Scan or type the code of the coupon.' })
    .min(1, 'Scan or type the code of the coupon.')
    .max(300, 'This is too long for a coupon code.'),
  at: instant.optional().describe('When the phone scanned, for scans kept while offline'),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
  device: z.string().max(80, 'A device name has at most 80 characters.').optional(),
  retailerId: z.number().int().positive().max(2_147_483_647).optional(),
})

export const scanAnswer = z.object({
  /** What an enquiry about this scan names. */
  scanId: z.string(),
  result: scanResult,
  message: z.string(),
  points: z.number().int(),
  held: z.boolean(),
  at: instant.nullable(),
  /** Points the member can use now; given when the scan credited. */
  balance: z.number().int().nullable(),
  /** For `already_scanned`: the winner, masked. */
  by: z.string().nullable(),
})
export type ScanAnswer = z.infer<typeof scanAnswer>

export const scanCoupon = defineEndpoint({
  method: 'POST',
  path: '/api/member/scans',
  access: member,
  tag: 'Member',
  summary: 'Scan a coupon: credited once, whoever was first',
  body: scanRequest,
  response: scanAnswer,
})

const PAGE = '/dashboard/QrScanHistories'
/**
 * `waiting`: its points are held. `flagged`: they were given, and something was found later. Both are
 * decided by a person. The place in the list is the number that is stored.
 */
export const REVIEWS = ['waiting', 'released', 'reversed', 'flagged'] as const
export const REVIEW_NAMES: Record<(typeof REVIEWS)[number], string> = {
  waiting: 'Held',
  released: 'Released',
  reversed: 'Reversed',
  flagged: 'Flagged later',
}
/** What waits for a person. */
export const OPEN_REVIEWS = ['waiting', 'flagged'] as const

export const scanQuery = defineQuery({
  search: { label: 'Mobile, member code, coupon code or scan id', max: 300 },
  filters: [
    choiceFilter('result', 'Result', SCAN_RESULT_NAMES, { primary: true }),
    regionFilter({ primary: true }),
    dayFilter('Dates', { primary: true }),
    choiceFilter('review', 'Review', REVIEW_NAMES),
    choiceFilter('flag', 'Flag', FLAG_NAMES),
    lookupFilter('plant', 'Plant', many(wholeNumber('Plant'))),
    lookupFilter('product', 'Product', many(wholeNumber('Product'))),
    numberFilter('batch', 'Batch'),
    lateFilter('Review waits'),
    // To whom the member belonged at the scan; 0: to none.
    numberFilter('distributor', 'Distributor', { fromLink: true }),
    numberFilter('member', 'Member', { fromLink: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const scanListQuery = scanQuery.schema
export type ScanListQuery = z.infer<typeof scanListQuery>

export const scanRow = z.object({
  scanId: z.string(),
  recordedAt: instant,
  occurredAt: instant,
  result: scanResult,
  points: z.number().int(),
  flags: z.array(scanFlag),
  review: z.enum(REVIEWS).nullable(),
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  memberKind: z.string(),
  mobile: z.string(),
  state: z.number().int().nullable(),
  batchId: z.number().int().nullable(),
  serial: z.number().int().nullable(),
  productName: z.string().nullable(),
  plantName: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  device: z.string().nullable(),
  /** Of one that came too late: who has the coupon, and since when. */
  first: z
    .object({
      memberId: z.number().int(),
      memberCode: z.string(),
      memberName: z.string(),
      at: instant,
    })
    .nullable(),
})
export type ScanRow = z.infer<typeof scanRow>

export const listScans = defineEndpoint({
  method: 'GET',
  path: '/api/admin/scans',
  access: seeing(PAGE, '/dashboard/users'),
  tag: 'Scans',
  summary: 'Every scan attempt, newest first',
  query: scanListQuery,
  response: page(scanRow),
})

const scanParams = z.object({
  memberId: wholeNumber('Member'),
  scanId: z.string().regex(/^\d{1,19}$/, 'A scan id is a number.'),
})

export const scanDetail = scanRow.extend({
  retailerId: z.number().int().nullable(),
  reviewedBy: z.string().nullable(),
  reviewedAt: instant.nullable(),
  reviewReason: z.string().nullable(),
  /** The points it moved, in the order of the ledger. */
  transfers: z.array(
    z.object({
      seq: z.number().int(),
      kind: z.string(),
      points: z.number().int(),
      availableAfter: z.number().int(),
      heldAfter: z.number().int(),
      recordedAt: instant,
      schemeName: z.string().nullable(),
    }),
  ),
})

export type ScanDetail = z.output<typeof scanDetail>

export const getScan = defineEndpoint({
  method: 'GET',
  path: '/api/admin/scans/:memberId/:scanId',
  access: seeing(PAGE),
  tag: 'Scans',
  summary: 'One scan attempt with the points it moved',
  params: scanParams,
  response: scanDetail,
})

const releaseBody = z.object({ reason: plainText('The reason', 300, 3) })

export const releaseScan = defineEndpoint({
  method: 'POST',
  path: '/api/admin/scans/:memberId/:scanId/release',
  access: having('scan.review'),
  tag: 'Scans',
  summary: 'Let the held points of a flagged scan become available',
  params: scanParams,
  body: releaseBody,
  response: scanDetail,
})

export const reverseScan = defineEndpoint({
  method: 'POST',
  path: '/api/admin/scans/:memberId/:scanId/reverse',
  access: having('scan.review'),
  tag: 'Scans',
  summary: 'Take back the held points of a flagged scan; the coupon becomes active again',
  params: scanParams,
  body: selectedReason,
  response: scanDetail,
})

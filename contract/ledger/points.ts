import { choiceFilter, dayFilter, defineQuery, numberFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, member, seeing } from '../endpoint.ts'
import { listQuery, many, page, dayRange } from '../paging.ts'
import { instant, isoDate } from '../time.ts'

/** The accounts of the ledger, with the number they are stored as. */
export const ACCOUNTS = {
  issuance: 1,
  redeemed: 2,
  expired: 3,
  adjustment: 4,
  opening: 5,
  available: 11,
  held: 12,
} as const
export type Account = keyof typeof ACCOUNTS
export const ACCOUNT_NAMES: Record<Account, string> = {
  issuance: 'Issuance',
  redeemed: 'Redeemed',
  expired: 'Expired',
  adjustment: 'Adjustment',
  opening: 'Opening',
  available: 'Available',
  held: 'Held',
}
export const account = z.enum(Object.keys(ACCOUNTS) as [Account, ...Account[]])

/** Why points moved, with the number it is stored as. */
export const TRANSFER_KINDS = {
  scan: 1,
  scheme_bonus: 2,
  scan_held: 3,
  scan_released: 4,
  redemption_hold: 5,
  redemption_paid: 6,
  redemption_released: 7,
  reversal: 8,
  adjustment: 9,
  expiry: 10,
  opening: 11,
} as const
export type TransferKind = keyof typeof TRANSFER_KINDS
export const TRANSFER_NAMES: Record<TransferKind, string> = {
  scan: 'Scan',
  scheme_bonus: 'Scheme bonus',
  scan_held: 'Scan, held',
  scan_released: 'Released',
  redemption_hold: 'Redemption asked',
  redemption_paid: 'Redemption paid',
  redemption_released: 'Redemption given up',
  reversal: 'Reversal',
  opening: 'Opening points',
  adjustment: 'Adjustment',
  expiry: 'Expiry',
}
export const transferKind = z.enum(
  Object.keys(TRANSFER_KINDS) as [TransferKind, ...TransferKind[]],
  { error: 'There is no such kind of transfer.' },
)

export const transferQuery = defineQuery({
  search: { label: 'Mobile, member code, redemption or reference', max: 60 },
  filters: [
    choiceFilter('kind', 'Kind', TRANSFER_NAMES, { primary: true }),
    dayFilter('Dates', { primary: true }),
    numberFilter('member', 'Member', { fromLink: true }),
    numberFilter('scheme', 'Scheme', { fromLink: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const transferListQuery = transferQuery.schema

export const transferRow = z.object({
  transferId: z.string(),
  memberId: z.number().int(),
  seq: z.number().int(),
  recordedAt: instant,
  kind: transferKind,
  debit: account,
  credit: account,
  points: z.number().int(),
  availableAfter: z.number().int(),
  heldAfter: z.number().int(),
  /** The scan, redemption or adjustment that it belongs to. */
  ref: z.string(),
  reverses: z.number().int().nullable(),
  schemeName: z.string().nullable(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
})
export type TransferRow = z.infer<typeof transferRow>

export const listTransfers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/transfers',
  access: seeing('/dashboard/QrPointHistories', '/dashboard/users'),
  tag: 'Points',
  summary: 'The points ledger, newest first',
  query: transferListQuery,
  response: page(transferRow),
})

export const memberBalance = defineEndpoint({
  method: 'GET',
  path: '/api/member/balance',
  access: member,
  tag: 'Member',
  summary: 'My points: available and held',
  response: z.object({ available: z.number().int(), held: z.number().int() }),
})

export const memberPoints = defineEndpoint({
  method: 'GET',
  path: '/api/member/points',
  access: member,
  tag: 'Member',
  summary: 'My points, newest first',
  query: listQuery({ kind: many(transferKind), ...dayRange }, ['newest', 'oldest']),
  response: page(
    transferRow.omit({ memberCode: true, memberName: true, mobile: true, memberId: true }),
  ),
})

/** Points that will expire, first in first out: a lot is what was earned on one day. */
export const memberExpiring = defineEndpoint({
  method: 'GET',
  path: '/api/member/points/expiring',
  access: member,
  tag: 'Member',
  summary: 'My points that expire within the next 90 days, by the last day on which I can use them',
  response: z.object({
    lots: z.array(z.object({ lastDay: isoDate, points: z.number().int() })),
    total: z.number().int(),
  }),
})

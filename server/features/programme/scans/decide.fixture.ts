import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { decide } from './decide.ts'
import { WIDE_LIMITS } from './limits.fixture.ts'
import type { AccountSeen, BatchSeen, CouponSeen, ScanItem, SchemeSeen, World } from './world.ts'

/** A small world for tests of decide: each maker takes what differs. */

export const NOW = new Date('2026-11-20T09:00:00Z')
export const HOUR = 3_600_000
export const before = (hours: number) => new Date(NOW.getTime() - hours * HOUR)
export const after = (hours: number) => before(-hours)

export const KEY = '00000412-d214-b772-f8ae-d62cc4b71e47'
export const DELHI = { lat: 28.612, lng: 77.212 }
export const MUMBAI = { lat: 19.08, lng: 72.88 }

export const coupon = (change: Partial<CouponSeen> = {}): CouponSeen => ({
  codeKey: KEY,
  serial: 17,
  status: COUPON_STATUSES.active,
  scannedAt: null,
  scannedBy: null,
  scannedPoints: null,
  ...change,
})
export const batch = (change: Partial<BatchSeen> = {}): BatchSeen => ({
  batchId: 1042,
  plantId: 3,
  productId: 8,
  productGroup: 'Putty',
  points: 40,
  expiresAt: after(1),
  sentToState: null,
  status: 'printed',
  ...change,
})
export const account = (change: Partial<AccountSeen> = {}): AccountSeen => ({
  memberId: 1,
  blocked: false,
  scansToday: 0,
  wrongToday: 0,
  lastScanAt: null,
  lastLat: null,
  lastLng: null,
  devices: [],
  knownDevices: [],
  ...change,
})
export const scheme = (change: Partial<SchemeSeen> = {}): SchemeSeen => ({
  schemeId: 1,
  kind: 'multiplier',
  value: 150,
  fromAt: before(1),
  toAt: after(1),
  slabs: null,
  memberKinds: new Set(),
  states: new Set(),
  productIds: new Set(),
  distributorIds: new Set(),
  stacks: true,
  capPerMember: null,
  budget: 1_000_000,
  ...change,
})
export const slabs = (...steps: [from: number, points: number][]): SchemeSeen => {
  const list = steps.map(([from, points]) => ({ from, points }))
  return scheme({ kind: 'slab', value: null, slabs: list })
}
export const item = (change: Partial<ScanItem> = {}): ScanItem => ({
  memberId: 1,
  state: 27,
  kind: 'mason',
  distributorId: null,
  codeKey: KEY,
  batchId: 1042,
  ...change,
})

export type Given = {
  coupons?: CouponSeen[]
  batches?: BatchSeen[]
  accounts?: AccountSeen[]
  schemes?: SchemeSeen[]
  leases?: [number, number][]
  signals?: [string, number][]
  limits?: Partial<World['limits']>
  more?: Partial<World>
}

export function world(given: Given = {}): World {
  let id = 0
  const accounts = given.accounts ?? [account(), account({ memberId: 2 })]
  const schemes = given.schemes ?? []
  return {
    at: NOW,
    day: '2026-11-20',
    limits: {
      ...WIDE_LIMITS,
      scansPerDay: 200,
      wrongCodesPerDay: 10,
      membersPerDevice: 2,
      serialsPerPlace: 2,
      ...given.limits,
    },
    coupons: new Map((given.coupons ?? [coupon()]).map((seen) => [seen.codeKey, seen])),
    batches: new Map((given.batches ?? [batch()]).map((seen) => [seen.batchId, seen])),
    accounts: new Map(accounts.map((seen) => [seen.memberId, seen])),
    schemes,
    leases: new Map(given.leases ?? schemes.map(({ schemeId }) => [schemeId, 1_000_000])),
    signals: new Map(given.signals),
    dry: new Map(),
    progress: new Map(),
    retailers: new Map(),
    chargeRules: [],
    pointValuePaise: 100,
    makeId: () => String(++id),
    ...given.more,
  }
}

/** Result, points and held of each item, as one word each. */
export function told(items: ScanItem[], given?: Given): string[] {
  return decide(items, world(given)).outcomes.map(
    ({ result, points, held }) => `${result} ${points}${held ? ' held' : ''}`,
  )
}

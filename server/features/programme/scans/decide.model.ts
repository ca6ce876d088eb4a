import { BATCH_MACHINE } from '../../../../contract/programme/batches.ts'
import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import type { ChargeRuleSeen, RetailerSeen } from './charges.ts'
import { kilometresBetween } from './distance.ts'
import type { BatchSeen, CouponSeen, ScanItem, ScanOutcome, SchemeSeen } from './world.ts'

/** Small, so that random scans meet them. */
export const MODEL_LIMITS = {
  scansPerDay: 4,
  wrongCodesPerDay: 2,
  membersPerDevice: 1,
  serialsPerPlace: 2,
  fastestKmh: 300,
  fastestFromKm: 200,
  scansWithoutPlace: 1,
  scansWithoutDevice: 2,
  scansOnNewDevices: 1,
  clockAheadMinutes: 60,
  keptOfflineHours: 150,
  farFromDestinationKm: 500,
}
/** By member: what was used on earlier days. */
export const KNOWN_DEVICES = new Map([[1, ['x']]])

export type ProgrammeGiven = {
  at: Date
  /** Of `at`. */
  day: string
  pointValuePaise: number
  retailers: RetailerSeen[]
  /** By id. */
  chargeRules: ChargeRuleSeen[]
  batches: BatchSeen[]
  coupons: CouponSeen[]
  schemes: SchemeSeen[]
  accounts: { memberId: number; blocked: boolean }[]
}
export type ModelCharge = { retailer: number; rule: number; paise: number; held: boolean }
type ModelOutcome = Omit<ScanOutcome, 'scanId'>
type Place = { at: Date; lat: number; lng: number }

const DAY = 24 * 3_600_000

/** A condition that names nothing is met by everything. */
function anyOr<T>(named: ReadonlySet<T>, value: T): boolean {
  return named.size === 0 || [...named].includes(value)
}

/** The rules of a scan told plainly: one at a time, straight on its own state. For tests only. */
export class ModelProgramme {
  readonly given: ProgrammeGiven
  readonly winners = new Map<string, { memberId: number; points: number }>()
  readonly available = new Map<number, number>()
  readonly held = new Map<number, number>()
  readonly credited = new Map<number, number>()
  readonly wrong = new Map<number, number>()
  readonly spent = new Map<number, number>()
  /** By member and scheme: scans that its slabs counted, and points had of it. */
  readonly counted = new Map<string, number>()
  readonly had = new Map<string, number>()
  readonly charges: ModelCharge[] = []
  readonly places = new Map<number, Place>()
  readonly devices = new Map<string, Set<number>>()
  readonly crowds = new Map<string, number>()
  readonly counts = new Map<string, number>()
  readonly firstDevices = new Map<number, string>()

  constructor(given: ProgrammeGiven) {
    this.given = given
  }

  balances() {
    return this.given.accounts.map(({ memberId }) => ({
      memberId,
      available: this.available.get(memberId) ?? 0,
      held: this.held.get(memberId) ?? 0,
    }))
  }

  scan(item: ScanItem): { outcome: ModelOutcome; flags: ScanFlag[] } {
    const flags: ScanFlag[] = []
    return { outcome: this.judge(item, flags), flags }
  }

  private judge(item: ScanItem, flags: ScanFlag[]): ModelOutcome {
    const { at, accounts, batches, coupons } = this.given
    const told = { points: 0, held: false, at: null, balance: null, scannedBy: null }
    const account = accounts.find(({ memberId }) => memberId === item.memberId)
    if (!account || account.blocked) return { ...told, result: 'not_eligible' }
    const wrong = this.wrong.get(item.memberId) ?? 0
    if (wrong >= MODEL_LIMITS.wrongCodesPerDay) return { ...told, result: 'limit_reached' }
    const batch = batches.find(({ batchId }) => batchId === item.batchId)
    const coupon = coupons.find(({ codeKey }) => codeKey === item.codeKey)
    const generated = ['printed', 'closed', 'blocked', ...BATCH_MACHINE.print.from]
    if (!batch || !coupon || !generated.includes(batch.status)) {
      this.wrong.set(item.memberId, wrong + 1)
      return { ...told, result: 'unknown' }
    }
    const winner = this.winners.get(item.codeKey)
    if (winner?.memberId === item.memberId) {
      return { ...told, result: 'already_yours', at, points: winner.points }
    }
    if (winner) return { ...told, result: 'already_scanned', at, scannedBy: winner.memberId }
    if (batch.status === 'blocked' || coupon.status === 4) return { ...told, result: 'blocked' }
    if (coupon.status !== 1) return { ...told, result: 'not_active' }
    if (batch.expiresAt.getTime() <= at.getTime()) return { ...told, result: 'expired' }
    const credited = this.credited.get(item.memberId) ?? 0
    if (credited >= MODEL_LIMITS.scansPerDay) return { ...told, result: 'limit_reached' }
    this.credited.set(item.memberId, credited + 1)
    flags.push(...this.flags(item, batch))
    this.charge(item, batch, flags.length > 0)
    return { ...told, ...this.credit(item, batch, flags.length > 0) }
  }

  private credit(item: ScanItem, batch: BatchSeen, held: boolean) {
    const { at } = this.given
    const points = batch.points + this.bonus(item, batch)
    const side = held ? this.held : this.available
    side.set(item.memberId, (side.get(item.memberId) ?? 0) + points)
    this.winners.set(item.codeKey, { memberId: item.memberId, points })
    const balance = this.available.get(item.memberId) ?? 0
    return { result: 'credited' as const, points, held, at, balance }
  }

  private bonus(item: ScanItem, batch: BatchSeen): number {
    let sum = 0
    for (const scheme of this.given.schemes) {
      const now = this.given.at
      if (now < scheme.fromAt || now >= scheme.toAt) continue
      const { memberKinds, states, productIds, distributorIds } = scheme
      if (!anyOr(memberKinds, item.kind) || !anyOr(states, item.state)) continue
      if (!anyOr(productIds, batch.productId)) continue
      if (!anyOr<number | null>(distributorIds, item.distributorId)) continue
      if (sum > 0 && !scheme.stacks) continue
      const key = `${item.memberId} ${scheme.schemeId}`
      const counted = (this.counted.get(key) ?? 0) + 1
      if (scheme.kind === 'slab') this.counted.set(key, counted)
      const spent = this.spent.get(scheme.schemeId) ?? 0
      const had = this.had.get(key) ?? 0
      const left = Math.min(scheme.budget - spent, (scheme.capPerMember ?? Infinity) - had)
      const bonus = Math.min(left, this.wholeBonus(scheme, batch.points, counted))
      if (bonus <= 0) continue
      this.spent.set(scheme.schemeId, spent + bonus)
      this.had.set(key, had + bonus)
      sum += bonus
      if (!scheme.stacks) return sum
    }
    return sum
  }

  private wholeBonus({ kind, value, slabs }: SchemeSeen, points: number, nth: number): number {
    if (kind === 'fixed') return value ?? 0
    if (kind === 'multiplier') return Math.floor((points * (value ?? 0)) / 100) - points
    let bonus = 0
    for (const slab of slabs ?? []) if (nth >= slab.from) bonus = slab.points
    return bonus
  }

  private charge(item: ScanItem, batch: BatchSeen, held: boolean): void {
    const { day, retailers, chargeRules, pointValuePaise } = this.given
    const who = retailers.find(({ memberId }) => memberId === item.retailerId)
    if (!who || !who.earns || who.memberId === item.memberId) return
    for (const rule of chargeRules) {
      if (day < rule.fromDay || (rule.toDay && day > rule.toDay)) continue
      if (!anyOr(rule.productGroups, batch.productGroup) || !anyOr(rule.tiers, who.tier)) continue
      const worth = batch.points * pointValuePaise
      const paise = rule.paise ?? Math.floor((worth * (rule.basisPoints ?? 0)) / 100 / 100)
      if (paise > 0) {
        this.charges.push({ retailer: who.memberId, rule: rule.ruleId, paise, held })
      }
      return
    }
  }

  private flags(item: ScanItem, batch: BatchSeen): ScanFlag[] {
    const flags: ScanFlag[] = []
    if (batch.sentToState && batch.sentToState !== item.state) flags.push('outside_state')
    if (this.tooFar(item)) flags.push('too_far')
    if (!item.device) {
      if (this.another(`no device ${item.memberId}`) > MODEL_LIMITS.scansWithoutDevice) {
        flags.push('no_device')
      }
    } else {
      const members = (this.devices.get(item.device) ?? new Set<number>()).add(item.memberId)
      this.devices.set(item.device, members)
      if (members.size > MODEL_LIMITS.membersPerDevice) flags.push('shared_device')
      const known = KNOWN_DEVICES.get(item.memberId) ?? [this.firstDevice(item)]
      if (
        !known.includes(item.device) &&
        this.another(`new device ${item.memberId}`) > MODEL_LIMITS.scansOnNewDevices
      ) {
        flags.push('new_device')
      }
    }
    if (item.lat === undefined || item.lng === undefined) {
      if (this.another(`no place ${item.memberId}`) > MODEL_LIMITS.scansWithoutPlace) {
        flags.push('no_place')
      }
    } else {
      const crowd = `${item.lat} ${batch.batchId}`
      this.crowds.set(crowd, (this.crowds.get(crowd) ?? 0) + 1)
      if ((this.crowds.get(crowd) ?? 0) > MODEL_LIMITS.serialsPerPlace) flags.push('bulk_at_place')
      // The two places of the model are Delhi (7) and Mumbai, which is in 27.
      const [mumbai, sentTo] = [item.lat < 20, batch.sentToState]
      if (sentTo === 27 ? !mumbai : sentTo === 9 && mumbai) flags.push('far_from_destination')
    }
    const late = (this.given.at.getTime() - (item.at ?? this.given.at).getTime()) / 3_600_000
    if (late < -1) flags.push('clock_off')
    if (late > MODEL_LIMITS.keptOfflineHours) flags.push('kept_long')
    return flags
  }

  private another(what: string): number {
    const count = (this.counts.get(what) ?? 0) + 1
    this.counts.set(what, count)
    return count
  }

  private firstDevice({ memberId, device = '' }: ScanItem): string {
    const first = this.firstDevices.get(memberId) ?? device
    this.firstDevices.set(memberId, first)
    return first
  }

  /** Also remembers the place, when it is the newest of the member. */
  private tooFar({ memberId, at, lat, lng }: ScanItem): boolean {
    if (lat === undefined || lng === undefined) return false
    const now = this.given.at.getTime()
    const claimed = at?.getTime() ?? now
    const place = { at: new Date(Math.max(Math.min(claimed, now), now - 7 * DAY)), lat, lng }
    const last = this.places.get(memberId)
    if (!last || place.at >= last.at) this.places.set(memberId, place)
    if (!last) return false
    const hours = Math.abs(place.at.getTime() - last.at.getTime()) / 3_600_000
    const kilometres = kilometresBetween(last, place)
    const { fastestKmh, fastestFromKm } = MODEL_LIMITS
    return kilometres > fastestFromKm && (hours === 0 || kilometres / hours > fastestKmh)
  }
}

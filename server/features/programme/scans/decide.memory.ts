import { strict as assert } from 'node:assert'
import { ACCOUNTS } from '../../../../contract/ledger/points.ts'
import { KNOWN_DEVICES, type ProgrammeGiven } from './decide.model.ts'
import type { Plan } from './plan.ts'
import { decide } from './decide.ts'
import {
  progressKey,
  type AccountSeen,
  type CouponSeen,
  type Dry,
  type ScanItem,
  type ScanLimits,
  type SchemeProgress,
  type World,
} from './world.ts'

type Balance = { available: number; held: number; seq: number }

/** What apply_scans does with a plan, in memory: the tables as the next lookup sees them. Tests only. */
export class MemoryProgramme {
  readonly given: ProgrammeGiven
  readonly coupons: Map<string, CouponSeen>
  readonly accounts: Map<number, AccountSeen>
  readonly ledger = new Map<number, Balance>()
  readonly leases = new Map<number, number>()
  readonly unleased: Map<number, number>
  readonly dry = new Map<number, Dry>()
  readonly progress = new Map<string, SchemeProgress>()
  readonly signals = new Map<string, number>()
  readonly above = new Map<string, number>()
  ids = 0

  constructor(given: ProgrammeGiven) {
    this.given = given
    this.coupons = new Map(given.coupons.map((coupon) => [coupon.codeKey, coupon]))
    this.unleased = new Map(given.schemes.map(({ schemeId, budget }) => [schemeId, budget]))
    const fresh = {
      scansToday: 0,
      wrongToday: 0,
      lastScanAt: null,
      lastLat: null,
      lastLng: null,
      devices: [],
    }
    this.accounts = new Map(
      given.accounts.map((account) => {
        const knownDevices = KNOWN_DEVICES.get(account.memberId) ?? []
        return [account.memberId, { ...account, ...fresh, knownDevices }]
      }),
    )
  }

  /** At first with the counters above their limits only, as readSignals says; `again` with all. */
  world(limits: ScanLimits, again = false): World {
    return {
      at: this.given.at,
      day: this.given.day,
      limits,
      coupons: this.coupons,
      batches: new Map(this.given.batches.map((batch) => [batch.batchId, batch])),
      accounts: this.accounts,
      schemes: this.given.schemes,
      leases: this.leases,
      dry: this.dry,
      progress: this.progress,
      retailers: new Map(this.given.retailers.map((one) => [one.memberId, one])),
      chargeRules: this.given.chargeRules,
      pointValuePaise: this.given.pointValuePaise,
      signals: again ? this.signals : this.above,
      makeId: () => String(++this.ids),
    }
  }

  /** Decides as applyBatch does: what is missing is leased, in pieces, until nothing is. */
  decide(items: readonly ScanItem[], limits: ScanLimits, again = false): Plan {
    for (;;) {
      const plan = decide(items, this.world(limits, again))
      const lacking = [...plan.missing].filter(
        ([schemeId, points]) => !this.lease(schemeId, points),
      )
      if (lacking.length === 0) return plan
      for (const [schemeId] of lacking) this.dry.set(schemeId, 'spent')
    }
  }

  private lease(schemeId: number, points: number): boolean {
    assert(!this.dry.has(schemeId))
    const left = this.unleased.get(schemeId) ?? 0
    const granted = Math.min(left, points + Math.max(0, Math.floor((left - points) / 8)))
    this.unleased.set(schemeId, left - granted)
    this.leases.set(schemeId, (this.leases.get(schemeId) ?? 0) + granted)
    return granted >= points
  }

  balances() {
    return this.given.accounts.map(({ memberId }) => {
      const { available, held } = this.balanceOf(memberId)
      return { memberId, available, held }
    })
  }

  /** Whether a counter has no room for what the plan takes to be below its limit. */
  refuses(plan: Plan): boolean {
    return plan.signals.some(({ key, at_most }) => (this.signals.get(key) ?? 0) > at_most)
  }

  apply(plan: Plan): void {
    assert(!this.refuses(plan))
    for (const { code_key, member_id, points } of plan.coupons) {
      const coupon = this.coupons.get(code_key)
      assert(coupon?.status === 1)
      const scanned = { scannedBy: member_id, scannedPoints: points, scannedAt: this.given.at }
      this.coupons.set(code_key, { ...coupon, status: 3, ...scanned })
    }
    this.applyAccounts(plan)
    for (const { scheme_id, points } of plan.spends) {
      const left = (this.leases.get(scheme_id) ?? 0) - points
      assert(left >= 0)
      this.leases.set(scheme_id, left)
    }
    for (const row of plan.progress) {
      const key = progressKey(row.member_id, row.scheme_id)
      const seen = this.progress.get(key) ?? { scans: 0, points: 0 }
      assert(row.scans_least <= seen.scans && seen.scans <= row.scans_most)
      assert(row.points_least <= seen.points && seen.points <= row.points_most)
      this.progress.set(key, { scans: seen.scans + row.scans, points: seen.points + row.points })
    }
    for (const { key, add, above } of plan.signals) {
      const count = (this.signals.get(key) ?? 0) + add
      this.signals.set(key, count)
      if (above || this.above.has(key)) this.above.set(key, count)
    }
    for (const { outcome, memberId, availableBehind } of plan.credits) {
      outcome.balance = this.balanceOf(memberId).available - availableBehind
    }
  }

  private applyAccounts(plan: Plan): void {
    const before = new Map(
      plan.accounts.map((row) => [row.member_id, this.balanceOf(row.member_id)]),
    )
    for (const row of plan.accounts) {
      const account = this.accounts.get(row.member_id)
      assert(account)
      const balance = this.balanceOf(row.member_id)
      this.ledger.set(row.member_id, {
        available: balance.available + row.available,
        held: balance.held + row.held,
        seq: balance.seq + row.transfers,
      })
      const devices = row.devices ?? []
      assert(devices.every((device) => !account.devices.includes(device)))
      const newer = row.place_at && (!account.lastScanAt || row.place_at >= account.lastScanAt)
      this.accounts.set(row.member_id, {
        ...account,
        scansToday: account.scansToday + row.credited,
        wrongToday: account.wrongToday + row.wrong,
        lastScanAt: newer ? (row.place_at ?? null) : account.lastScanAt,
        lastLat: newer ? (row.lat ?? null) : account.lastLat,
        lastLng: newer ? (row.lng ?? null) : account.lastLng,
        devices: [...account.devices, ...devices],
      })
    }
    this.checkLedger(plan, before)
  }

  /** Each row's place and balances must follow from the row before it. */
  private checkLedger(plan: Plan, before: Map<number, Balance>): void {
    for (const row of plan.transfers) {
      const last = before.get(row.member_id)
      const now = this.balanceOf(row.member_id)
      assert(last)
      const held = row.credit === ACCOUNTS.held ? row.points : 0
      const next = {
        available: last.available + row.points - held,
        held: last.held + held,
        seq: last.seq + 1,
      }
      assert.deepEqual(next, {
        available: now.available - row.available_behind,
        held: now.held - row.held_behind,
        seq: now.seq - row.seq_behind,
      })
      before.set(row.member_id, next)
    }
  }

  private balanceOf(memberId: number): Balance {
    return this.ledger.get(memberId) ?? { available: 0, held: 0, seq: 0 }
  }
}

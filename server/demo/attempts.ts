import type { ScanItem } from '../features/programme/scans/world.ts'
import { codeKey, codesOf } from '../features/programme/batches/codes.ts'
import type { DemoBatch } from './batch-plan.ts'
import type { DemoMember } from './people.ts'
import { makeRandom, type Random } from './random.ts'
import { RING, RING_PHONE, ringTimes } from './ring.ts'
import { CITIES } from './world.ts'

export const ATTEMPTS = 40_000
const DAYS = 120
const DAY_MS = 86_400_000
/** Once in so many attempts a member who keeps no shop names the one they bought at. */
const SHOP_EVERY = 5
/** Once in so many attempts something unusual happens. */
const PLAN_EVERY = 400
const HOURS: readonly (readonly [number, number])[] = [
  [7, 2],
  [8, 5],
  [9, 9],
  [10, 12],
  [11, 12],
  [12, 9],
  [13, 6],
  [14, 8],
  [15, 10],
  [16, 11],
  [17, 10],
  [18, 8],
  [19, 5],
  [20, 3],
  [21, 1],
]

type Kind =
  | 'fresh'
  | 'retry'
  | 'foreign'
  | 'not_active'
  | 'blocked'
  | 'expired'
  | 'unknown'
  | 'not_eligible'

const KINDS: readonly (readonly [Kind, number])[] = [
  ['fresh', 830],
  ['retry', 55],
  ['foreign', 38],
  ['unknown', 24],
  ['not_active', 18],
  ['expired', 14],
  ['blocked', 10],
  ['not_eligible', 11],
]

export type Attempt = ScanItem & { at: Date }
type Place = { lat: number; lng: number }

/** When the attempts were made, oldest first: more from week to week, most before noon and at four. */
export function attemptTimes(now: Date): Date[] {
  const random = makeRandom(120)
  const midnight = Math.floor((now.getTime() + 19_800_000) / DAY_MS) * DAY_MS - 19_800_000
  const times = Array.from({ length: ATTEMPTS }, () => {
    const daysAgo = randomDay(random)
    const hour = random.weighted(HOURS)
    const at = midnight - daysAgo * DAY_MS + (hour + random.next()) * 3_600_000
    return at < now.getTime() - 60_000 ? at : at - DAY_MS
  })
  return times.toSorted((a, b) => a - b).map((at) => new Date(at))
}

/** A day, counted back from today: later ones are up to twice as likely. */
function randomDay(random: Random): number {
  for (;;) {
    const daysAgo = random.below(DAYS)
    if (random.next() * 2 < 2 - daysAgo / DAYS) return daysAgo
  }
}

/**
 * Chooses the attempts one by one: most are new coupons near the member's home, the rest retries,
 * other people's coupons, codes that are nobody's, and the few that the flags are there for.
 */
export class AttemptMaker {
  readonly #random: Random
  readonly #members: DemoMember[]
  readonly #batches: DemoBatch[]
  readonly #shops: Map<string, DemoMember[]>
  readonly #codes = new Map<number, string[]>()
  readonly #nextSerial = new Map<number, number>()
  readonly #credited: { memberId: number; codeKey: string; batchId: number }[] = []
  readonly #special: ((at: Date) => Attempt)[] = []
  /** When the ring is at work, the next time first. */
  readonly #rings: Date[]
  #made = 0
  /** So many members have joined: they stand in the order in which they do. */
  #joined = 0

  constructor(members: DemoMember[], batches: DemoBatch[], now: Date) {
    this.#rings = ringTimes(now)
    this.#random = makeRandom(40_000)
    this.#members = members
    this.#batches = batches
    const retailers = members.filter(({ kind, blocked }) => kind === 'retailer' && !blocked)
    this.#shops = Map.groupBy(retailers, ({ city }) => city)
  }

  make(at: Date): Attempt {
    this.#made++
    while (this.#joinsBy(at)) this.#joined++
    const [ring] = this.#rings
    if (ring && at >= ring) {
      this.#rings.shift()
      this.#planRing()
    }
    const planned = this.#special.shift()
    if (planned) return planned(at)
    if (this.#made % PLAN_EVERY === 0) this.#plan(Math.floor(this.#made / PLAN_EVERY))
    const kind = this.#random.weighted(KINDS)
    const member = this.#member(kind === 'not_eligible')
    if (kind === 'retry' || kind === 'foreign') {
      const earlier = this.#credited.at(-1 - this.#random.below(500))
      const owner = earlier && this.#members[earlier.memberId - 1]
      if (earlier && owner) return this.#attempt(kind === 'retry' ? owner : member, earlier, at)
    }
    if (kind === 'unknown') return this.#attempt(member, this.#unknown(), at)
    return this.#attempt(member, this.#coupon(kind, member, at), at)
  }

  wasCredited(attempt: Attempt): void {
    const { memberId, codeKey: key, batchId } = attempt
    this.#credited.push({ memberId, codeKey: key, batchId })
  }

  /** In turn: a wrong-code spree, a shared phone, a jump across the country, a shop's whole pallet. */
  #plan(turn: number): void {
    const many = Math.min(2000, this.#joined)
    const one = this.#members[this.#random.below(many)]
    if (!one || one.blocked) return
    if (turn % 8 === 3) {
      for (let i = 0; i < 13; i++)
        this.#special.push((at) => this.#attempt(one, this.#unknown(), at))
    } else if (turn % 8 === 5) {
      for (let i = 0; i < 9; i++) {
        const other = this.#members[(one.memberId + i * 14) % many] ?? one
        const device = `shared-phone-${turn}`
        this.#special.push((at) => ({
          ...this.#attempt(other, this.#coupon('fresh', other, at), at),
          device,
        }))
      }
    } else if (turn % 4 === 1) {
      const far = CITIES[(turn * 7) % CITIES.length] ?? CITIES[0]
      this.#special.push((at) => this.#attempt(one, this.#coupon('fresh', one, at), at))
      this.#special.push((at) => this.#attempt(one, this.#coupon('fresh', one, at), at, far))
    } else if (turn % 32 === 14) {
      for (let i = 0; i < 58; i++) {
        this.#special.push((at) =>
          this.#attempt(one, this.#coupon('fresh', one, at, 12), at, {
            lat: one.lat,
            lng: one.lng,
          }),
        )
      }
    }
  }

  /** From the sixth member on the phone is one of too many, and so it is for all of them later that day. */
  #planRing(): void {
    for (const member of RING.flatMap((memberId) => this.#members[memberId - 1] ?? [])) {
      this.#special.push((at) => ({
        ...this.#attempt(member, this.#coupon('fresh', member, at), at),
        device: RING_PHONE,
      }))
    }
  }

  #joinsBy(at: Date): boolean {
    const next = this.#members[this.#joined]
    return next !== undefined && next.joinedAt <= at
  }

  /** Some members scan far more than others. */
  #member(blocked: boolean): DemoMember {
    const size = this.#joined
    for (let tries = 0; ; tries++) {
      const member = this.#members[Math.floor(size * this.#random.next() ** 2.2)]
      if (member && (member.blocked === blocked || tries > 200)) return member
    }
  }

  #coupon(
    kind: Kind,
    member: DemoMember,
    at: Date,
    only?: number,
  ): { codeKey: string; batchId: number } {
    const moment = at.getTime()
    const role =
      kind === 'expired'
        ? 'expires'
        : kind === 'blocked'
          ? 'blocked'
          : kind === 'not_active'
            ? 'unactivated'
            : null
    const fits = this.#batches.filter((batch) => {
      if (only !== undefined) return batch.batchId === only
      if (role !== null)
        return batch.role === role && (role === 'unactivated' || batch.endsAt < moment)
      if (batch.activeFrom > moment || batch.endsAt <= moment || batch.activeSerials === 0)
        return false
      const elsewhere = batch.role === 'sent_to_state' && member.state !== 27
      return !elsewhere || this.#random.next() < 0.04
    })
    const withRoom = fits.filter(
      (batch) => (this.#nextSerial.get(batch.batchId) ?? 0) < this.#room(batch, kind),
    )
    const [first, ...rest] =
      withRoom.length > 0 ? withRoom : this.#batches.filter((batch) => batch.role === 'normal')
    if (!first) return this.#unknown()
    return this.#take(this.#random.pick([first, ...rest]))
  }

  #room(batch: DemoBatch, kind: Kind): number {
    return kind === 'not_active' ? batch.quantity : batch.activeSerials
  }

  /** Packs reach the shops in no order: serials are visited by a stride that meets each one once. */
  #take(batch: DemoBatch): { codeKey: string; batchId: number } {
    const { batchId, quantity, key } = batch
    const span = batch.activeSerials > 0 ? batch.activeSerials : quantity
    const visited = this.#nextSerial.get(batchId) ?? 0
    this.#nextSerial.set(batchId, visited + 1)
    const codes = this.#codes.get(batchId) ?? codesOf(key, batchId, 1, quantity)
    this.#codes.set(batchId, codes)
    const code = codes[(visited * 1237 + 41) % span] ?? ''
    return { batchId, codeKey: codeKey(batchId, code) }
  }

  /** The same shop of the member's city each time; draws no lots, so all else stays the same. */
  #shopOf({ memberId, kind, city }: DemoMember): { retailerId?: number } {
    if (kind === 'retailer' || (this.#made + memberId) % SHOP_EVERY !== 0) return {}
    const shops = (this.#shops.get(city) ?? []).filter((shop) => shop.memberId <= this.#joined)
    const shop = shops[memberId % Math.max(shops.length, 1)]
    return shop ? { retailerId: shop.memberId } : {}
  }

  #unknown(): { codeKey: string; batchId: number } {
    const batchId = 1 + this.#random.below(30)
    return { batchId, codeKey: codeKey(batchId, `nobody's ${this.#random.next()}`) }
  }

  #attempt(
    member: DemoMember,
    coupon: { codeKey: string; batchId: number },
    at: Date,
    place?: Place,
  ): Attempt {
    const { memberId, state, kind, distributorId, device } = member
    const { lat, lng } = place ?? {
      lat: member.lat + (this.#random.next() - 0.5) * 0.05,
      lng: member.lng + (this.#random.next() - 0.5) * 0.05,
    }
    return {
      memberId,
      state,
      kind,
      distributorId,
      ...this.#shopOf(member),
      device,
      lat,
      lng,
      at,
      codeKey: coupon.codeKey,
      batchId: coupon.batchId,
    }
  }
}

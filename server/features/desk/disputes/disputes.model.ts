const POINTS = 40
const BONUS = 7

type Owner = { member: number; given: number; held: boolean }
type Dispute = {
  coupon: number
  first: number
  claimant: number
  owner: Owner
  proposed: Outcome | null
}
export type Outcome = 'move' | 'keep'

/**
 * Coupons, balances and disputes in plain words, to which the product must agree. Each credit gives 40
 * points and a bonus of 7 as far as a member's cap holds it; some coupons hold what they give.
 */
export class DisputeModel {
  readonly available: number[]
  readonly held: number[]
  readonly #bonus: number[]
  readonly #cap: number
  readonly #holds: readonly boolean[]
  readonly owners: (Owner | null)[]
  readonly disputes: (Dispute | null)[] = []

  constructor(members: number, holds: readonly boolean[], cap: number) {
    this.available = Array.from({ length: members }, () => 0)
    this.held = Array.from({ length: members }, () => 0)
    this.#bonus = Array.from({ length: members }, () => 0)
    this.#cap = cap
    this.#holds = holds
    this.owners = holds.map(() => null)
  }

  scan(member: number, coupon: number): 'credited' | 'already_yours' | 'already_scanned' {
    const owner = this.owners[coupon]
    if (owner) return owner.member === member ? 'already_yours' : 'already_scanned'
    const bonus = Math.min(BONUS, this.#cap - (this.#bonus[member] ?? 0))
    const held = this.#holds[coupon] ?? false
    const given = POINTS + bonus
    add(this.#bonus, member, bonus)
    add(held ? this.held : this.available, member, given)
    this.owners[coupon] = { member, given, held }
    return 'credited'
  }

  release(coupon: number): boolean {
    const owner = this.owners[coupon]
    if (!owner?.held) return false
    owner.held = false
    add(this.held, owner.member, -owner.given)
    add(this.available, owner.member, owner.given)
    return true
  }

  reverse(coupon: number): boolean {
    const owner = this.owners[coupon]
    if (!owner?.held) return false
    this.#take(owner)
    this.owners[coupon] = null
    return true
  }

  spend(member: number, points: number): boolean {
    if ((this.available[member] ?? 0) < points) return false
    add(this.available, member, -points)
    return true
  }

  /** Whether there is somebody to claim it from, and no undecided dispute of theirs about it. */
  claim(claimant: number, coupon: number): boolean {
    const owner = this.owners[coupon]
    if (!owner || owner.member === claimant) return false
    if (this.disputes.some((one) => one?.coupon === coupon && one.claimant === claimant)) {
      return false
    }
    const { member: first } = owner
    this.disputes.push({ coupon, first, claimant, owner, proposed: null })
    return true
  }

  propose(index: number, outcome: Outcome): boolean {
    const dispute = this.disputes[index]
    if (!dispute || (outcome === 'move' && !this.#canMove(dispute))) return false
    dispute.proposed = outcome
    return true
  }

  decide(index: number, agree: boolean): boolean {
    const dispute = this.disputes[index]
    if (!dispute?.proposed) return false
    if (!agree) {
      dispute.proposed = null
      return true
    }
    if (dispute.proposed === 'move') {
      if (!this.#canMove(dispute)) return false
      this.#take(dispute.owner)
      add(this.available, dispute.claimant, POINTS)
      this.owners[dispute.coupon] = { member: dispute.claimant, given: POINTS, held: false }
    }
    this.disputes[index] = null
    return true
  }

  /** The very credit must stand that was claimed, and its points must be there. */
  #canMove({ coupon, owner }: Dispute): boolean {
    if (this.owners[coupon] !== owner) return false
    return owner.held || (this.available[owner.member] ?? 0) >= owner.given
  }

  #take({ member, given, held }: Owner): void {
    add(held ? this.held : this.available, member, -given)
    add(this.#bonus, member, POINTS - given)
  }
}

function add(numbers: number[], index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount
}

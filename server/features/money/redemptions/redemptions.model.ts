import {
  REDEMPTION_MACHINE,
  type RedemptionAction,
  type RedemptionState,
} from '../../../../contract/money/redemption-states.ts'

export type ModelRedemption = {
  member: number
  state: RedemptionState
  points: number
  /** How many of the one gift; 0 where it is money. */
  gifts: number
  requestedBy: number | null
  approvals: { person: number; role: string }[]
  approvalsNeeded: number
}

/** Redemptions as the rules have them, in a few lines and without a database: what the product must agree with. */
export class ModelProgramme {
  readonly available: number[]
  readonly held: number[]
  readonly redemptions: ModelRedemption[] = []
  readonly twoRolesFrom: number
  readonly giftPoints: number
  stock: number

  constructor({
    members,
    stock,
    giftPoints,
    twoRolesFrom,
  }: {
    members: number
    stock: number
    giftPoints: number
    /** In points. */
    twoRolesFrom: number
  }) {
    this.available = Array.from({ length: members }, () => 0)
    this.held = Array.from({ length: members }, () => 0)
    this.stock = stock
    this.giftPoints = giftPoints
    this.twoRolesFrom = twoRolesFrom
  }

  credit(member: number, points: number): void {
    this.add(this.available, member, points)
  }

  /** Whether points may be taken, and takes them. */
  debit(member: number, points: number): boolean {
    if ((this.available[member] ?? 0) < points) return false
    this.add(this.available, member, -points)
    return true
  }

  request(
    member: number,
    asked: { points: number } | { gifts: number },
    requestedBy: number | null,
  ): boolean {
    const gifts = 'gifts' in asked ? asked.gifts : 0
    const points = 'gifts' in asked ? gifts * this.giftPoints : asked.points
    if (gifts > this.stock || !this.debit(member, points)) return false
    this.add(this.held, member, points)
    this.stock -= gifts
    const approvalsNeeded = points >= this.twoRolesFrom ? 2 : 1
    const state = 'requested'
    this.redemptions.push({
      member,
      state,
      points,
      gifts,
      requestedBy,
      approvals: [],
      approvalsNeeded,
    })
    return true
  }

  approve(redemption: ModelRedemption, person: number, role: string): boolean {
    const { state, requestedBy, approvals, approvalsNeeded } = redemption
    if (state !== 'requested' || requestedBy === person) return false
    if (approvals.some((one) => one.person === person || one.role === role)) return false
    approvals.push({ person, role })
    return approvals.length < approvalsNeeded || this.step(redemption, 'approve')
  }

  step(redemption: ModelRedemption, action: RedemptionAction): boolean {
    const { from, to } = REDEMPTION_MACHINE[action]
    const { state, member, points, gifts } = redemption
    if (!from.includes(state)) return false
    redemption.state = to
    if (to === 'paid') this.add(this.held, member, -points)
    if (to === 'reversed') this.add(this.held, member, points)
    if (to === 'rejected' || to === 'cancelled') {
      this.add(this.held, member, -points)
      this.add(this.available, member, points)
      this.stock += gifts
    }
    return true
  }

  private add(balances: number[], member: number, points: number): void {
    balances[member] = (balances[member] ?? 0) + points
  }
}

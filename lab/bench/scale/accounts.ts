import { ACCOUNTS, TRANSFER_KINDS } from '../../../contract/ledger/points.ts'
import type { CopyRows } from './copy-rows.ts'
import type { Sizes } from './sizes.ts'

export const TRANSFER_COLUMNS = [
  'member_id',
  'seq',
  'id',
  'ref',
  'points',
  'available_after',
  'held_after',
  'occurred_at',
  'recorded_at',
  'reverses',
  'scheme_id',
  'debit',
  'credit',
  'kind',
]
/** Slots of ids, so that no two tables' ids of one moment are the same. */
export const SCAN_SLOT = 1
export const REDEMPTION_SLOT = 2
export const ADJUSTMENT_SLOT = 3
const TRANSFER_SLOT = 4

export const low = (slot: number, counter: number) => (slot << 12) | counter

const { issuance, redeemed, expired, adjustment, available, held } = ACCOUNTS
const KINDS = {
  scan: [TRANSFER_KINDS.scan, issuance, available],
  scheme_bonus: [TRANSFER_KINDS.scheme_bonus, issuance, available],
  scan_held: [TRANSFER_KINDS.scan_held, issuance, held],
  scan_released: [TRANSFER_KINDS.scan_released, held, available],
  scan_reversed: [TRANSFER_KINDS.reversal, held, issuance],
  redemption_hold: [TRANSFER_KINDS.redemption_hold, available, held],
  redemption_paid: [TRANSFER_KINDS.redemption_paid, held, redeemed],
  redemption_released: [TRANSFER_KINDS.redemption_released, held, available],
  payment_reversed: [TRANSFER_KINDS.reversal, redeemed, held],
  adjustment: [TRANSFER_KINDS.adjustment, adjustment, available],
  expiry: [TRANSFER_KINDS.expiry, available, expired],
} as const
export type Move = {
  kind: keyof typeof KINDS
  memberId: number
  points: number
  /** The moment and the slot of what it belongs to. */
  ref: { at: number; low: number }
  schemeId?: number
  reverses?: number
}

type Day = { earned: number; redeemed: number; expired: number; adjusted: number }

/** Balances of all members, moved one transfer at a time as the ledger wants them. */
export class Accounts {
  readonly available: Int32Array
  readonly held: Int32Array
  readonly seq: Int32Array
  /** What moved on each day, from 0. */
  readonly days: Day[]
  transfers = 0
  readonly #rows: CopyRows
  #at = 0
  #day = 0
  #counter = 0

  constructor({ members, days }: Sizes, rows: CopyRows) {
    this.available = new Int32Array(members + 1)
    this.held = new Int32Array(members + 1)
    this.seq = new Int32Array(members + 1)
    this.days = Array.from({ length: days + 1 }, () => ({
      earned: 0,
      redeemed: 0,
      expired: 0,
      adjusted: 0,
    }))
    this.#rows = rows
  }

  /** The moment of the transfers that follow. */
  tick(at: number, day: number): void {
    this.#at = at
    this.#day = day
    this.#counter = 0
  }

  /** Gives the transfer's number among the member's. */
  move({ kind, memberId, points, ref, schemeId, reverses }: Move): number {
    const [number, debit, credit] = KINDS[kind]
    this.#change(debit, memberId, -points)
    this.#change(credit, memberId, points)
    const seq = (this.seq[memberId] ?? 0) + 1
    this.seq[memberId] = seq
    this.transfers++
    const { available: after, held: heldAfter } = this
    const rows = this.#rows
    rows.row()
    rows.int4(memberId)
    rows.int4(seq)
    rows.id(this.#at, low(TRANSFER_SLOT, this.#counter++))
    rows.id(ref.at, ref.low)
    rows.int8(points)
    rows.int8(after[memberId] ?? 0)
    rows.int8(heldAfter[memberId] ?? 0)
    rows.at(this.#at)
    rows.at(this.#at)
    if (reverses === undefined) rows.none()
    else rows.int4(reverses)
    if (schemeId === undefined) rows.none()
    else rows.int4(schemeId)
    rows.int2(debit)
    rows.int2(credit)
    rows.int2(number)
    return seq
  }

  /** Points on an account of a member; of the programme's accounts the day's sums. */
  #change(account: number, memberId: number, points: number): void {
    if (account === available || account === held) {
      const balances = account === available ? this.available : this.held
      balances[memberId] = (balances[memberId] ?? 0) + points
      return
    }
    const day = this.days[this.#day]
    if (!day) return
    if (account === issuance) day.earned -= points
    else if (account === redeemed) day.redeemed += points
    else if (account === expired) day.expired += points
    else day.adjusted -= points
  }
}

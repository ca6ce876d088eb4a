import type { AnswerRow } from '../../contract/money/bank-files.ts'
import type { ScanResult } from '../../contract/programme/scans.ts'
import { ModelPlant } from '../../server/features/programme/plant/plant.model.ts'
import {
  ModelProgramme,
  type ModelRedemption,
} from '../../server/features/money/redemptions/redemptions.model.ts'

export const COUPON_POINTS = 40
export const TWO_ROLES_FROM = 60
/** Coupons of a life: those of the second lot were sent to another state, so their points are held. */
export const LOTS = [6, 3] as const
const HELD_LOT = 1

export type BankWord = 'Paid' | 'Failed' | 'Returned'
type Outcome = AnswerRow['outcome']
/** The last payment of a redemption. */
type Payment = 'none' | 'queued' | 'in_file' | 'processed' | 'failed' | 'reversed'

/** What a word of the bank does; null where it contradicts what is known, which is tried elsewhere. */
const TOLD: Record<Payment, Record<BankWord, Outcome | null>> = {
  none: { Paid: null, Failed: null, Returned: null },
  queued: { Paid: null, Failed: null, Returned: null },
  in_file: { Paid: 'pay', Failed: 'fail', Returned: 'reverse' },
  processed: { Paid: 'same', Failed: null, Returned: 'reverse' },
  failed: { Paid: null, Failed: 'same', Returned: null },
  reversed: { Paid: 'same', Failed: 'same', Returned: 'same' },
}

type ModelScan = {
  member: number
  lot: number
  serial: number
  review: 'none' | 'waiting' | 'released' | 'reversed'
}

/** The life of a few members as the rules have it: coupons, points, redemptions and their money. */
export class ModelLife {
  readonly plant = new ModelPlant(LOTS.map((quantity) => ({ quantity, cartonSize: null })))
  readonly programme: ModelProgramme
  readonly scans: ModelScan[] = []
  readonly #payments = new Map<ModelRedemption, Payment>()

  constructor(members: number) {
    const rules = { stock: 0, giftPoints: 1, twoRolesFrom: TWO_ROLES_FROM }
    this.programme = new ModelProgramme({ members, ...rules })
  }

  scan(member: number, lot: number, serial: number): ScanResult {
    const status = this.plant.lots[lot]?.packs[serial - 1]?.status
    if (status === 'scanned') {
      const winner = this.scans.findLast((scan) => scan.lot === lot && scan.serial === serial)
      return winner?.member === member ? 'already_yours' : 'already_scanned'
    }
    if (status === 'blocked') return 'blocked'
    if (!this.plant.scan(lot, serial)) return 'not_active'
    const isHeld = lot === HELD_LOT
    if (isHeld) this.#hold(member, COUPON_POINTS)
    else this.programme.credit(member, COUPON_POINTS)
    this.scans.push({ member, lot, serial, review: isHeld ? 'waiting' : 'none' })
    return 'credited'
  }

  review(scan: ModelScan, how: 'release' | 'reverse'): boolean {
    if (scan.review !== 'waiting') return false
    const { member, lot, serial } = scan
    this.#hold(member, -COUPON_POINTS)
    if (how === 'release') {
      scan.review = 'released'
      this.programme.credit(member, COUPON_POINTS)
      return true
    }
    scan.review = 'reversed'
    const pack = this.plant.lots[lot]?.packs[serial - 1]
    if (pack) pack.status = 'active'
    return true
  }

  /** The first payment, or another one where the last came to nothing. */
  queue(redemption: ModelRedemption, how: 'send' | 'reinitiate'): boolean {
    if ((redemption.state === 'approved') !== (how === 'send')) return false
    if (!this.programme.step(redemption, 'queue')) return false
    this.#payments.set(redemption, 'queued')
    return true
  }

  /** The points of what is queued for the bank, all of which is then in a file. */
  makeFile(): number {
    const queued = [...this.#payments].filter(([, payment]) => payment === 'queued')
    for (const [redemption] of queued) this.#payments.set(redemption, 'in_file')
    return queued.reduce((sum, [{ points }]) => sum + points, 0)
  }

  /** What the bank's word about its payment does; null where it is not to be said. */
  bankSays(redemption: ModelRedemption, word: BankWord): Outcome | null {
    const payment = this.#payments.get(redemption) ?? 'none'
    const outcome = TOLD[payment][word]
    if (outcome === 'pay' || outcome === 'reverse') {
      if (payment === 'in_file') this.programme.step(redemption, 'pay')
      this.#payments.set(redemption, 'processed')
    }
    if (outcome === 'reverse') {
      this.programme.step(redemption, 'reverse')
      this.#payments.set(redemption, 'reversed')
    }
    if (outcome === 'fail') {
      this.programme.step(redemption, 'fail')
      this.#payments.set(redemption, 'failed')
    }
    return outcome
  }

  #hold(member: number, points: number): void {
    const { held } = this.programme
    held[member] = (held[member] ?? 0) + points
  }
}

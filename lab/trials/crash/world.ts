import type { Random } from '../../../server/demo/random.ts'
import { team } from '../../../server/features/programme/batches/test-support.ts'
import { codeKey } from '../../../server/features/programme/batches/codes.ts'
import { payable } from '../../../server/features/money/payments/test-support.ts'
import { makeLot } from '../../../server/features/programme/plant/test-support.ts'
import type { Payee, Staff } from '../../../server/features/money/redemptions/test-support.ts'
import { activeCodes } from '../../../server/features/desk/users/test-support.ts'
import type { TestServer } from '../../../server/test/server.ts'

/** Batches of ours have high numbers: those that the server makes count from 1. */
const OPEN_BATCH = 201
const HELD_BATCH = 202
/** Not the members' own: there every scan is held for a review. */
const ELSEWHERE = 9
/** The line's lot: below what wants a second approval. */
const LOT_MOST = 10_000
const RICH = 50_000_000
const SCANNERS = 5
const PAYEES = 3
const RECENT = 20

/** Settings under which nobody meets a limit of a day. */
export const NO_LIMITS = { SCANS_PER_DAY: '1000000', WRONG_CODES_PER_DAY: '1000000' }

/** Coupons that members scan, one after another; some of them again, by whoever draws them. */
export class CodePool {
  /** The key that each code is stored under. */
  readonly keys: ReadonlyMap<string, string>
  readonly #codes: readonly string[]
  readonly #ownKeys: ReadonlySet<string>
  #next = 0

  constructor(codes: readonly string[], batchId: number) {
    this.#codes = codes
    this.keys = new Map(codes.map((code) => [code, codeKey(batchId, code)]))
    this.#ownKeys = new Set(this.keys.values())
  }

  /** Whether the key is that of one of these coupons. */
  holds(key: string): boolean {
    return this.#ownKeys.has(key)
  }

  take(random: Random): string {
    const isFresh = this.#next < RECENT || random.next() < 0.7
    if (isFresh && this.#next < this.#codes.length) return this.#codes[this.#next++] ?? ''
    return this.#codes[Math.max(0, this.#next - 1 - random.below(RECENT))] ?? ''
  }
}

export type Scanner = { memberId: number; token: string }
export type World = {
  scanners: Scanner[]
  payees: Payee[]
  workers: Staff[]
  approvers: Staff[]
  /** Asks for points; the approver decides. */
  adjuster: Staff
  approver: Staff
  open: CodePool
  held: CodePool
  /** Codes of the packs and cartons of the line, printed and not active. */
  line: string[]
}

/** The members, staff and coupons of a trial. The server has to do its jobs: a lot is made by one. */
export async function makeWorld(server: TestServer, coupons: number): Promise<World> {
  const people = await team(server)
  const lot = await makeLot(server, people, {
    quantity: Math.min(coupons, LOT_MOST),
    cartonSize: 5,
  })
  const open = await activeCodes(server, { batchId: OPEN_BATCH, coupons })
  const held = await activeCodes(server, {
    batchId: HELD_BATCH,
    coupons: Math.ceil(coupons / 4),
    sentToState: ELSEWHERE,
  })
  const several = async <T>(count: number, make: () => Promise<T>) => {
    const made: T[] = []
    while (made.length < count) made.push(await make())
    return made
  }
  return {
    scanners: await several(SCANNERS, () => server.member()),
    payees: await several(PAYEES, () => payable(server, { points: RICH })),
    workers: [people.worker, await server.staff('worker')],
    approvers: [await server.staff('cs'), await server.staff('admin')],
    adjuster: await server.staff('cs'),
    approver: await server.staff('admin'),
    open: new CodePool(open, OPEN_BATCH),
    held: new CodePool(held, HELD_BATCH),
    line: [...lot.cartons, ...lot.packs],
  }
}

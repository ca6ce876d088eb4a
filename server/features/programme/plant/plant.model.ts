import type { CouponStatus } from '../../../../contract/programme/coupons.ts'

type Meant =
  | { what: 'pack'; lot: number; serial: number }
  | { what: 'carton'; lot: number; carton: number }
  | { what: 'undo'; name: number }
  | { what: 'nonsense' }
export type Item = { name: number; meant: Meant }
type Answer = readonly [result: string, changed: number]

type Pack = { status: CouponStatus; by: string | null; ever: boolean }
type Known = { worker: number; content: string; answer: Answer; lot: number; undone: boolean }

/** A plant as it is meant: one thing after another, without a database, a lock or a set. */
export class ModelPlant {
  readonly lots: { cartonSize: number | null; packs: Pack[]; explained: boolean[] }[]
  readonly #known = new Map<number, Known>()
  #acts = 0

  constructor(lots: readonly { quantity: number; cartonSize: number | null }[]) {
    this.lots = lots.map(({ quantity, cartonSize }) => ({
      cartonSize,
      packs: Array.from({ length: quantity }, () => ({ status: 'printed', by: null, ever: false })),
      explained: Array.from({ length: quantity }, () => false),
    }))
  }

  /** `home` says whether the worker is of the plant that the lots belong to. */
  read(worker: number, home: boolean, { name, meant }: Item): Answer {
    const content = JSON.stringify(meant)
    const known = this.#known.get(name)
    if (known) {
      const same = known.worker === worker && known.content === content
      return same ? known.answer : ['id_taken', 0]
    }
    const answer = this.#settle(worker, home, name, meant)
    const lot = 'lot' in meant ? meant.lot : -1
    this.#known.set(name, { worker, content, answer, lot, undone: false })
    return answer
  }

  #settle(worker: number, home: boolean, name: number, meant: Meant): Answer {
    if (meant.what === 'nonsense') return ['unknown', 0]
    if (meant.what === 'undo') return this.#undo(worker, meant.name)
    const packs = this.#packsOf(meant)
    if (packs.length === 0) return ['unknown', 0]
    if (!home) return ['other_plant', 0]
    const changed = packs.filter((pack) => this.#activate(pack, `reading ${name}`)).length
    if (changed > 0) return ['activated', changed]
    if (packs.some(({ status }) => status === 'active')) return ['already_active', 0]
    return [packs.some(({ status }) => status === 'scanned') ? 'scanned' : 'blocked', 0]
  }

  #packsOf(meant: Extract<Meant, { lot: number }>): Pack[] {
    const lot = this.lots[meant.lot]
    if (!lot) return []
    if (meant.what === 'pack') return lot.packs.slice(meant.serial - 1, meant.serial)
    const size = lot.cartonSize ?? 0
    return lot.packs.slice((meant.carton - 1) * size, meant.carton * size)
  }

  #activate(pack: Pack, by: string): boolean {
    if (pack.status !== 'printed' && pack.status !== 'deactivated') return false
    Object.assign(pack, { status: 'active', by, ever: true })
    return true
  }

  #undo(worker: number, name: number): Answer {
    const target = this.#known.get(name)
    if (!target || target.worker !== worker || target.undone) return ['nothing_to_undo', 0]
    const packs = this.lots[target.lot]?.packs ?? []
    let changed = 0
    for (const pack of packs) {
      if (pack.status !== 'active' || pack.by !== `reading ${name}`) continue
      pack.status = 'deactivated'
      changed++
    }
    if (changed === 0) return ['nothing_to_undo', 0]
    target.undone = true
    return ['undone', changed]
  }

  /** A run of serials by a worker; says how many it moved. */
  range(lot: number, from: number, to: number, action: 'activate' | 'deactivate'): number {
    const by = `act ${++this.#acts}`
    const packs = this.lots[lot]?.packs.slice(from - 1, to) ?? []
    return packs.filter((pack) => {
      if (action === 'activate') return this.#activate(pack, by)
      if (pack.status !== 'active') return false
      pack.status = 'deactivated'
      return true
    }).length
  }

  /** By a member; says whether the points are theirs. */
  scan(lot: number, serial: number): boolean {
    return this.#move(lot, serial, ['active'], 'scanned')
  }

  block(lot: number, serial: number): boolean {
    return this.#move(lot, serial, ['printed', 'active', 'deactivated'], 'blocked')
  }

  unblock(lot: number, serial: number): boolean {
    return this.#move(lot, serial, ['blocked'], 'deactivated')
  }

  #move(lot: number, serial: number, from: CouponStatus[], to: CouponStatus): boolean {
    const pack = this.lots[lot]?.packs[serial - 1]
    if (!pack || !from.includes(pack.status)) return false
    pack.status = to
    return true
  }

  explain(lot: number, from: number, to: number): void {
    this.lots[lot]?.explained.fill(true, from - 1, to)
  }

  /** What a reconciliation says of each serial; null of one that is in the trade. */
  whereabouts(lot: number): (string | null)[] {
    const { packs, explained } = this.lots[lot] ?? { packs: [], explained: [] }
    const last = packs.findLastIndex(({ ever }) => ever)
    return packs.map(({ status }, index) => {
      if (status === 'active' || status === 'scanned') return null
      if (status !== 'printed') return status
      if (explained[index]) return 'explained'
      return index > last ? 'waiting' : 'hole'
    })
  }

  counts(lot: number): Record<CouponStatus, number> {
    const packs = this.lots[lot]?.packs ?? []
    const of = (status: CouponStatus) => packs.filter((pack) => pack.status === status).length
    return {
      printed: of('printed'),
      active: of('active'),
      deactivated: of('deactivated'),
      scanned: of('scanned'),
      blocked: of('blocked'),
    }
  }
}

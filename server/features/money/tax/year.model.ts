/** What the law asks, in a few lines and without a database: what the product must agree with. */
type Given = {
  member: number
  panThen: number | null
  value: number
  base: number
  tax: number
  /** Rate and way; null of what was given outside. */
  at: { rate: number; gift: boolean } | null
  undone: boolean
}

const THRESHOLD = 2_000_000

export class ModelYear {
  readonly given: Given[] = []
  readonly pans: (number | null)[]

  constructor(members: number) {
    this.pans = Array.from({ length: members }, () => null)
  }

  prove(member: number, pan: number): void {
    this.pans[member] = pan
  }

  /** What counts for the person behind a member. */
  of(member: number): Given[] {
    const pan = this.pans[member] ?? null
    return this.given.filter(
      (one) =>
        !one.undone &&
        (one.member === member ||
          (pan !== null && (this.pans[one.member] === pan || one.panThen === pan))),
    )
  }

  give(member: number, value: number, gift: boolean): Given {
    const before = this.of(member)
    const pan = this.pans[member] ?? null
    const total = sum(before, 'value') + value
    const base = total > THRESHOLD ? Math.max(0, total - sum(before, 'base')) : 0
    const rate = base === 0 ? 0 : pan === null ? 20 : 10
    const same = before.filter(({ at }) => at?.rate === rate && at.gift === gift)
    const due = nearest(sum(same, 'base') + base, rate, gift)
    const tax = Math.max(0, due - sum(same, 'tax'))
    return this.add({ member, panThen: pan, value, base, tax, at: { rate, gift }, undone: false })
  }

  outside(member: number, value: number, tax: number): void {
    const pan = this.pans[member] ?? null
    const rate = pan === null ? 20 : 10
    const base = tax >= nearest(value, rate, false) ? value : Math.floor((tax * 100) / rate)
    this.add({ member, panThen: pan, value, base, tax, at: null, undone: false })
  }

  private add(one: Given): Given {
    this.given.push(one)
    return one
  }
}

const sum = (given: readonly Given[], what: 'value' | 'base' | 'tax') =>
  given.reduce((total, one) => total + one[what], 0)

/** Percent of a base in paise, to the nearest paisa, half a paisa up; a gift's on top of it. */
const nearest = (base: number, rate: number, gift: boolean) =>
  Math.floor((2 * base * rate) / (gift ? 100 - rate : 100) / 2 + 0.5)

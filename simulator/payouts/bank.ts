import { createHash } from 'node:crypto'
import { planOf } from './plan.ts'
import { detailsOf } from './reasons.ts'
import { draw, ruleFor, type Rules } from './rules.ts'
import type { Settings } from './settings.ts'
import type { PayoutRow, Step, Store } from './store.ts'

export type Order = {
  key: string
  bodyHash: string
  reference: string | null
  amount: number
  mode: string
  purpose: string
  narration: string | null
  notes: Record<string, string>
  fundAccountId: string
  queueIfLow: boolean
}

/** The event that tells of a state; of `cancelled` RazorpayX tells by itself nothing. */
const EVENTS: Record<string, string> = {
  pending: 'payout.pending',
  queued: 'payout.queued',
  processing: 'payout.initiated',
  processed: 'payout.processed',
  failed: 'payout.failed',
  reversed: 'payout.reversed',
  rejected: 'payout.rejected',
}
const MONEY_BACK = ['failed', 'reversed', 'rejected', 'cancelled']
const REASON_OF: Record<string, string> = {
  pending: 'pending_approval',
  queued: 'low_balance',
  processing: 'payout_bank_processing',
  processed: 'payout_processed',
}
const DAY = 86_400_000

/** The provider with its banks: payouts, their way, the balance, and the events to tell of. */
export class Bank {
  rules: Rules
  readonly #store: Store
  readonly #settings: Settings

  constructor(store: Store, settings: Settings, rules: Rules) {
    this.rules = rules
    this.#store = store
    this.#settings = settings
    if (store.setting('balance') === null) this.setBalance(settings.balancePaise)
  }

  balance(): number {
    return Number(this.#store.setting('balance'))
  }

  setBalance(paise: number): void {
    this.#store.keep('balance', String(paise))
  }

  byKey(key: string): PayoutRow | null {
    return this.#store.one<PayoutRow>('select * from payout where key = ?', key)
  }

  /** Makes a payout; null where the balance does not reach and it may not wait for more. */
  create(order: Order, now: number): PayoutRow | null {
    const plan = planOf(this.rules, this.#settings, order)
    const covered = plan.status !== 'processing' || this.balance() >= order.amount
    if (!covered && !order.queueIfLow) return null
    const id = `pout_${token(this.rules.seed, order.key)}`
    const steps: Step[] = covered
      ? plan.steps
      : [{ afterMs: 0, to: 'processing', reason: null }, ...plan.steps]
    this.#store.run(
      `insert into payout (id, key, body_hash, reference, amount, mode, purpose, narration, notes,
         fund_account_id, status, created_at, steps)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'new', ?, ?)`,
      id,
      order.key,
      order.bodyHash,
      order.reference,
      order.amount,
      order.mode,
      order.purpose,
      order.narration,
      JSON.stringify(order.notes),
      order.fundAccountId,
      now,
      JSON.stringify(steps),
    )
    this.#enter(id, covered ? plan.status : 'queued', null, now)
    // What waits for balance has no time of its own.
    if (!covered) this.#store.run('update payout set due_at = null where id = ?', id)
    return this.#store.payout(id)
  }

  /** Puts a payout into a state at once, whatever it would have done. */
  move(id: string, to: string, reason: string | null, now: number): void {
    this.#store.run(`update payout set steps = '[]' where id = ?`, id)
    this.#enter(id, to, reason, now)
  }

  /** Takes the steps that are due, and starts what the balance covers now. */
  advance(now: number): void {
    const due = this.#store.all<PayoutRow>(
      'select * from payout where due_at <= ? order by due_at, seq limit 200',
      now,
    )
    for (const row of due) this.#step(row, now)
    this.#payQueue(now)
  }

  /** When something happens by itself again; Infinity where nothing does. */
  nextAt(): number {
    const due = this.#store.one<{ at: number | null }>('select min(due_at) as at from payout')
    const waits = this.#queue()[0]
    const topUp = waits && this.#settings.topUpMs > 0 ? this.#topUpAt(waits) : Infinity
    return Math.min(due?.at ?? Infinity, topUp)
  }

  entity(row: PayoutRow): Record<string, unknown> {
    return {
      id: row.id,
      entity: 'payout',
      fund_account_id: row.fund_account_id,
      amount: row.amount,
      currency: 'INR',
      notes: JSON.parse(row.notes),
      fees: 0,
      tax: 0,
      status: row.status,
      purpose: row.purpose,
      utr: row.utr,
      mode: row.mode,
      reference_id: row.reference,
      narration: row.narration,
      debit_account_number: this.#settings.account,
      batch_id: null,
      status_details: row.reason === null ? null : detailsOf(row.reason),
      created_at: Math.floor(row.created_at / 1000),
      fee_type: '',
    }
  }

  #step(row: PayoutRow, now: number): void {
    const [step, ...rest] = JSON.parse(row.steps) as Step[]
    if (step === undefined) return
    const waits = step.to === 'processing' && this.balance() < row.amount
    if (waits) {
      this.#store.run('update payout set due_at = null where id = ?', row.id)
      return
    }
    this.#store.run('update payout set steps = ? where id = ?', JSON.stringify(rest), row.id)
    this.#enter(row.id, step.to, step.reason, now)
  }

  #queue(): PayoutRow[] {
    return this.#store.all<PayoutRow>(
      `select * from payout where status = 'queued' and due_at is null and steps <> '[]' order by seq`,
    )
  }

  /** First in, first out; what the balance does not cover lets smaller ones pass. */
  #payQueue(now: number): void {
    const [first] = this.#queue()
    if (first === undefined) return
    if (this.#settings.topUpMs > 0 && now >= this.#topUpAt(first)) {
      this.setBalance(this.balance() + this.#settings.balancePaise)
      this.#store.keep('topped_up', String(now))
    }
    for (const row of this.#queue()) if (this.balance() >= row.amount) this.#step(row, now)
  }

  #topUpAt(first: PayoutRow): number {
    const last = Number(this.#store.setting('topped_up') ?? 0)
    return Math.max(last, first.created_at) + this.#settings.topUpMs
  }

  #enter(id: string, to: string, reason: string | null, now: number): void {
    const row = this.#store.payout(id)
    if (row === null) return
    const status = to === 'utr' ? row.status : to
    const debits = status === 'processing' && row.debited === 0
    const returns = MONEY_BACK.includes(status) && row.debited === 1
    if (debits) this.setBalance(this.balance() - row.amount)
    if (returns) this.setBalance(this.balance() + row.amount)
    const numbered = to === 'utr' || (status === 'processed' && row.mode !== 'NEFT')
    const [next] = JSON.parse(row.steps) as Step[]
    this.#store.run(
      'update payout set status = ?, reason = ?, utr = ?, debited = ?, due_at = ? where id = ?',
      status,
      to === 'utr' ? row.reason : (reason ?? REASON_OF[status] ?? null),
      numbered ? (row.utr ?? utrOf(row, now)) : row.utr,
      debits ? 1 : returns ? 0 : row.debited,
      next === undefined ? null : now + next.afterMs,
      id,
    )
    if (to !== 'utr') {
      this.#store.run('insert into move values (?, ?, ?, ?)', id, now, status, reason)
    }
    this.#tell(id, to === 'utr' ? 'payout.updated' : EVENTS[status], now)
  }

  #tell(id: string, event: string | undefined, now: number): void {
    const row = this.#store.payout(id)
    if (row === null || event === undefined) return
    const rule = ruleFor(this.rules, 'webhook', row.reference ?? row.key)
    const last = this.#store.one<{ seq: number | null }>('select max(seq) as seq from event')
    const eventId = `evt_${token('event', id, event, last?.seq ?? 0)}`
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_SIMULATOR00001',
      event,
      contains: ['payout'],
      payload: { payout: { entity: this.entity(row) } },
      created_at: Math.floor(now / 1000),
    })
    const window = rule?.seconds === undefined ? 4 * this.#settings.processMs : rule.seconds * 1000
    const shuffled = rule?.fault === 'shuffle'
    const copies = rule?.fault === 'duplicate' ? (rule.times ?? 2) : 0
    for (let copy = 0; copy <= copies; copy++) {
      const late = shuffled ? draw(this.rules.seed, eventId) * window : copy * 50
      this.#store.run(
        `insert into event (event_id, payout_id, event, body, at, due_at, in_order, withheld)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
        eventId,
        id,
        event,
        body,
        now,
        now + Math.round(late),
        shuffled || copy > 0 ? 0 : 1,
        rule?.fault === 'withhold' ? 1 : 0,
      )
    }
  }
}

/** Fourteen letters and digits out of words. */
export function token(...words: (string | number)[]): string {
  return createHash('sha256')
    .update(words.join('\n'))
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 14)
}

/** As banks number: of IMPS and UPI twelve digits from the hour, of NEFT the bank's letters first. */
function utrOf(row: PayoutRow, now: number): string {
  const date = new Date(now)
  const day = Math.floor((now - Date.UTC(date.getUTCFullYear(), 0)) / DAY) + 1
  const year = String(date.getUTCFullYear())
  const dayText = String(day).padStart(3, '0')
  if (row.mode === 'NEFT' || row.mode === 'RTGS') {
    return `SIMB${row.mode[0]}${year.slice(2)}${dayText}${String(row.seq).padStart(9, '0')}`
  }
  const hour = String(date.getUTCHours()).padStart(2, '0')
  return `${year.slice(3)}${dayText}${hour}${String(row.seq % 1_000_000).padStart(6, '0')}`
}

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** A step that a payout will take by itself: `utr` is the number of the bank that arrives later. */
export type Step = { afterMs: number; to: string; reason: string | null }

export type PayoutRow = {
  seq: number
  id: string
  key: string
  body_hash: string
  reference: string | null
  amount: number
  mode: string
  purpose: string
  narration: string | null
  notes: string
  fund_account_id: string
  status: string
  reason: string | null
  utr: string | null
  debited: number
  created_at: number
  steps: string
  due_at: number | null
}
export type EventRow = {
  seq: number
  event_id: string
  payout_id: string
  event: string
  body: string
  at: number
  due_at: number
  in_order: number
  withheld: number
  tries: number
  answered: number | null
  delivered_at: number | null
}
export type MoveRow = { payout_id: string; at: number; status: string; reason: string | null }

const SHAPE = `
create table if not exists payout (
  seq integer primary key autoincrement,
  id text not null unique,
  key text not null unique,
  body_hash text not null,
  reference text,
  amount integer not null,
  mode text not null,
  purpose text not null,
  narration text,
  notes text not null,
  fund_account_id text not null,
  status text not null,
  reason text,
  utr text unique,
  debited integer not null default 0,
  created_at integer not null,
  steps text not null,
  due_at integer
) strict;
create index if not exists payout_reference on payout (reference);
create index if not exists payout_due on payout (due_at) where due_at is not null;
create table if not exists event (
  seq integer primary key autoincrement,
  event_id text not null,
  payout_id text not null,
  event text not null,
  body text not null,
  at integer not null,
  due_at integer not null,
  in_order integer not null,
  withheld integer not null,
  tries integer not null default 0,
  answered integer,
  delivered_at integer
) strict;
create index if not exists event_waiting on event (due_at) where delivered_at is null;
create index if not exists event_payout on event (payout_id, seq);
create table if not exists move (
  payout_id text not null,
  at integer not null,
  status text not null,
  reason text
) strict;
create index if not exists move_payout on move (payout_id);
create table if not exists met (
  reference text not null,
  fault text not null,
  times integer not null,
  primary key (reference, fault)
) strict;
create table if not exists setting (name text primary key, value text not null) strict;
`

/** The file that everything stands in: what was answered is in it, so kill -9 loses nothing. */
export class Store {
  readonly #db: DatabaseSync

  constructor(file: string) {
    this.#db = new DatabaseSync(file)
    // A predecessor that is still ending holds the file: its lock is waited for, and then kept.
    this.#db.exec('pragma busy_timeout = 5000; pragma locking_mode = exclusive;')
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = normal;')
    this.#db.exec(SHAPE)
  }

  one<Row>(query: string, ...values: SQLInputValue[]): Row | null {
    return (this.#db.prepare(query).get(...values) as Row | undefined) ?? null
  }

  all<Row>(query: string, ...values: SQLInputValue[]): Row[] {
    return this.#db.prepare(query).all(...values) as Row[]
  }

  run(query: string, ...values: SQLInputValue[]): void {
    this.#db.prepare(query).run(...values)
  }

  /** All of it or none of it. */
  together<Result>(work: () => Result): Result {
    this.#db.exec('begin immediate')
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (error) {
      this.#db.exec('rollback')
      throw error
    }
  }

  setting(name: string): string | null {
    return (
      this.one<{ value: string }>('select value from setting where name = ?', name)?.value ?? null
    )
  }

  keep(name: string, value: string): void {
    this.run(
      'insert into setting (name, value) values (?, ?) on conflict do update set value = excluded.value',
      name,
      value,
    )
  }

  payout(id: string): PayoutRow | null {
    return this.one<PayoutRow>('select * from payout where id = ?', id)
  }

  /** Whether a payout meets a fault once more, counting that it does. */
  meets(reference: string, fault: string, times: number): boolean {
    const met = this.one<{ times: number }>(
      'select times from met where reference = ? and fault = ?',
      reference,
      fault,
    )
    if ((met?.times ?? 0) >= times) return false
    this.run(
      `insert into met (reference, fault, times) values (?, ?, 1)
       on conflict do update set times = times + 1`,
      reference,
      fault,
    )
    return true
  }

  close(): void {
    this.#db.close()
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { isUsable, rulesAt, timelineOf, type Approved } from './in-force.ts'

/** A change is in force everywhere this long after its approval, and the time of one query. */
const POLL_MS = 1_000

type Warning = { warn: (details: object, message: string) => void }

const APPROVED = `select change_id as "changeId", rule, value, holds_from as "holdsFrom"
  from rule_change where state = 'approved' order by holds_from, decided_at, change_id`

/** The rules as this process knows them: nothing is asked of the database when one is read. */
export type RuleBook = {
  /** The rules in force at a moment, of the past too. */
  at(moment: Date): Rules
  /** The values before anybody changed one. */
  start: Rules
  /** Reads the approved changes now: this process then knows what it has just written. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/**
 * Reads the approved changes, and again every second. While the database is away what was read last
 * stands; the moment of a planned change needs no read.
 */
export async function openRuleBook(
  pool: Pick<pg.Pool, 'query'>,
  { start, log }: { start: Rules; log: Warning },
): Promise<RuleBook> {
  const book = new Book(pool, start, log)
  await book.reload()
  const stopped = new AbortController()
  const looking = lookAgain(book, stopped.signal, log)
  return {
    at: (moment) => book.at(moment),
    start,
    reload: () => book.reload(),
    async stop() {
      stopped.abort()
      await looking
    },
  }
}

async function lookAgain(book: Book, signal: AbortSignal, log: Warning) {
  let isAway = false
  while (!signal.aborted) {
    try {
      await pause(POLL_MS, undefined, { signal, ref: false })
      await book.reload()
      isAway = false
    } catch (error) {
      if (signal.aborted) return
      if (!isAway)
        log.warn({ err: error }, 'the rules could not be read: those known stay in force')
      isAway = true
    }
  }
}

class Book {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #start: Rules
  readonly #log: Warning
  #known: string | null = null
  #timeline: ReturnType<typeof timelineOf>
  #reading: Promise<void> = Promise.resolve()

  constructor(pool: Pick<pg.Pool, 'query'>, start: Rules, log: Warning) {
    this.#pool = pool
    this.#start = start
    this.#log = log
    this.#timeline = timelineOf(start, [])
  }

  at(moment: Date): Rules {
    return rulesAt(this.#timeline, moment)
  }

  /** One read after the other: an older answer never takes the place of a newer one. */
  reload(): Promise<void> {
    const next = this.#reading.then(
      () => this.#read(),
      () => this.#read(),
    )
    this.#reading = next
    return next
  }

  async #read(): Promise<void> {
    const { rows } = await this.#pool.query<Approved>({ name: 'rules', text: APPROVED })
    // An approved change never changes: the same ids are the same rules.
    const known = rows.map(({ changeId }) => changeId).join()
    if (known === this.#known) return
    this.#known = known
    this.#timeline = timelineOf(this.#start, rows)
    for (const change of rows.filter((row) => !isUsable(row))) {
      const { changeId, rule, value } = change
      this.#log.warn({ changeId, rule, value }, 'a rule that this version cannot use')
    }
  }
}

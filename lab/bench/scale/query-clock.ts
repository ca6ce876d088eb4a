import { AsyncLocalStorage } from 'node:async_hooks'
import { openSync, readSync, closeSync, fstatSync } from 'node:fs'
import pg from 'pg'

/** Of a connection: that the log says how long the database had each of its messages. */
export const TELLS_TIMES = '-c log_duration=on'

export type AskedQuery = {
  text: string
  values: unknown[]
  /** On the clock of this process: sent, and its last row here. */
  begun: number
  ended: number
  /** What the database itself had it: read, planned, answered. */
  databaseMs: number
}
/** How long at least one query was in the database, and how long the server waited for at least one. */
export type Clocked<T> = { value: T; ms: number; waitedMs: number; queries: AskedQuery[] }

type Noted = AskedQuery & { pid: number; messages: number }

/** Looked up with each request whatever it asks for, and together with those of other requests. */
const SESSION = /"?session"?/
/** What the log says of a message; one that is refused has no time, and ends its statement. */
const TOLD = /\[(\d+)\] (?:LOG: {2}duration: ([\d.]+) ms$|ERROR:)/

/**
 * Times the queries of a piece of work twice: from sending one to its last row, and by what the log of
 * the embedded PostgreSQL says of the messages of connections with the options TELLS_TIMES. Of what is
 * sent through `pg.Client.query` as text; what a cursor or a COPY asks is not known.
 */
export class QueryClock {
  readonly #current = new AsyncLocalStorage<Noted[]>()
  /** By the process of the database: what it was sent and has not told all of. */
  readonly #sent = new Map<number, Noted[]>()
  readonly #named = new WeakMap<pg.Client, Set<string>>()
  readonly #log: number
  readonly #stop: () => void
  #place: number
  #rest = ''

  constructor(logFile: string) {
    this.#log = openSync(logFile, 'r')
    this.#place = fstatSync(this.#log).size
    const original = Reflect.get(pg.Client.prototype, 'query')
    const note = (client: pg.Client, given: unknown[], asked: unknown, begun: number) =>
      this.#note(client, given, asked, begun)
    Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      // Before it is sent: what is sent wakes the database, which may take this very core.
      const begun = performance.now()
      const asked: unknown = Reflect.apply(original, this, given)
      note(this, given, asked, begun)
      return asked
    })
    this.#stop = () => void Reflect.set(pg.Client.prototype, 'query', original)
  }

  /** Queries are no longer noted. */
  close(): void {
    this.#stop()
    closeSync(this.#log)
  }

  /** What `work` gives and asked of the database. Throws where the log does not tell of all of it. */
  async clocked<T>(work: () => Promise<T>): Promise<Clocked<T>> {
    const noted: Noted[] = []
    // Awaited within: what `inject` gives begins its work only then.
    const value = await this.#current.run(noted, async () => await work())
    this.#readLog()
    const untold = noted.find(({ messages }) => messages > 0)
    if (untold) throw new Error(`The log of the database does not tell of: ${untold.text}`)
    return {
      value,
      ms: together(inDatabase(noted)),
      waitedMs: together(noted),
      queries: noted,
    }
  }

  #note(client: pg.Client, given: unknown[], asked: unknown, begun: number): void {
    const query = queryOf(given)
    const pid: unknown = Reflect.get(client, 'processID')
    if (!query || typeof pid !== 'number') return
    const messages = this.#messagesOf(client, query)
    const { text, values } = query
    const one: Noted = { text, values, begun, ended: 0, pid, messages, databaseMs: 0 }
    this.#sent.set(pid, [...(this.#sent.get(pid) ?? []), one])
    const notes = this.#current.getStore()
    if (!notes || !(asked instanceof Promise) || SESSION.test(text)) return
    notes.push(one)
    const end = () => {
      one.ended = performance.now()
    }
    asked.then(end, end)
  }

  /** Parsed, bound and run each have their line; a name is parsed once, what has no values is one message. */
  #messagesOf(client: pg.Client, { name, values }: Query): number {
    if (name === undefined) return values.length > 0 ? 3 : 1
    const named = this.#named.get(client) ?? new Set()
    this.#named.set(client, named)
    const isKnown = named.has(name)
    named.add(name)
    return isKnown ? 2 : 3
  }

  #readLog(): void {
    const bytes = Buffer.alloc(fstatSync(this.#log).size - this.#place)
    this.#place += readSync(this.#log, bytes, 0, bytes.length, this.#place)
    const lines = (this.#rest + bytes.toString()).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, pid, ms] = TOLD.exec(line) ?? []
      if (pid !== undefined) this.#told(Number(pid), ms)
    }
  }

  #told(pid: number, ms: string | undefined): void {
    const sent = this.#sent.get(pid)
    const one = sent?.[0]
    if (!sent || !one) return
    one.databaseMs += Number(ms ?? 0)
    one.messages = ms === undefined ? 0 : one.messages - 1
    if (one.messages === 0) sent.shift()
  }
}

type Query = { name: string | undefined; text: string; values: unknown[] }

/** What a client was asked: as a text with its values, or prepared under a name (kept-plans.ts). */
function queryOf([asked, values]: unknown[]): Query | null {
  const config = typeof asked === 'object' && asked !== null ? asked : { text: asked, values }
  const text: unknown = Reflect.get(config, 'text')
  if (typeof text !== 'string' || 'submit' in config) return null
  const [name, given]: unknown[] = [Reflect.get(config, 'name'), Reflect.get(config, 'values')]
  return {
    name: typeof name === 'string' ? name : undefined,
    text,
    values: Array.isArray(given) ? given : [],
  }
}

/** From when to when each was in the database: one after the other on a connection. */
function inDatabase(noted: readonly Noted[]): { begun: number; ended: number }[] {
  const free = new Map<number, number>()
  return noted.map(({ pid, begun: sent, databaseMs }) => {
    const begun = Math.max(sent, free.get(pid) ?? 0)
    const ended = begun + databaseMs
    free.set(pid, ended)
    return { begun, ended }
  })
}

/** The time covered by any of them: those that run side by side count once. */
function together(spans: readonly { begun: number; ended: number }[]): number {
  let [covered, until] = [0, 0]
  for (const { begun, ended } of spans.toSorted((a, b) => a.begun - b.begun)) {
    const from = Math.max(begun, until)
    if (ended > from) covered += ended - from
    until = Math.max(until, ended)
  }
  return covered
}

import { setTimeout as pause } from 'node:timers/promises'
import type { WorkTopic } from '../../../../contract/insight/live.ts'
import type { Context } from '../../../context.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import type { Seen } from '../../programme/scans/index.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { EventStream } from './event-stream.ts'
import { Listener } from './listener.ts'
import type { Marks } from './topics.ts'
import { look, type Answer } from './answers.ts'
import { writePlace } from './place.ts'

/** A look is taken once a second, and less often where it would take more than a fifth of the time. */
const POLL_MS = 1000
const REST_FOR_WORK = 4
const LONGEST_REST_MS = 10_000
/** Whoever comes meanwhile does not wait a second, but a crowd that comes together is looked for at once. */
const JOIN_MS = 150
/** So long without an answer of the database sessions cannot be known to stand any more. */
const BLIND_MS = 15_000
/** Figures of dashboards cost more to ask for than rows. */
const FIGURES_MS = 2_000
const RETRY_MS = 3_000
/** Streams that go on from different places are looked for in turn, so many at a look. */
const PLACES_A_POLL = 20

/** A person has few browsers, and each of them one stream for all of its tabs. */
export const STREAMS_A_PERSON = 12
const STREAMS = 500
const RETRY_AFTER_SECONDS = 20

/** The open streams of this process and the one loop that looks for all of them, while there are any. */
export class LiveHub {
  readonly #context: Pick<Context, 'db' | 'log' | 'rules'>
  readonly #listeners = new Set<Listener>()
  #stopping = false
  #running = false
  #joined = false
  #wake: AbortController | null = null
  #marks: Marks | null = null
  #figuresAt = 0
  #figuresDue = false

  constructor(context: Pick<Context, 'db' | 'log' | 'rules'>) {
    this.#context = context
  }

  /** Opens a stream that goes on from `place`, or begins now. Refuses with 503 where there are too many. */
  join(caller: StaffCaller, place: Seen | 'unknown' | null): EventStream {
    const { staffId } = caller
    const own = [...this.#listeners].filter((one) => one.caller.staffId === staffId).length
    if (this.#stopping || own >= STREAMS_A_PERSON || this.#listeners.size >= STREAMS) {
      throw new AppError('unavailable', 'Too many pages follow what happens. Try again soon.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    const listener = new Listener(caller, place)
    this.#listeners.add(listener)
    listener.stream.once('close', () => this.#listeners.delete(listener))
    this.#joined = true
    if (this.#running) setTimeout(() => this.#wake?.abort(), JOIN_MS).unref()
    else void this.#run()
    return listener.stream
  }

  /** Ends every stream with a word to come again, at another process or after the start of this one. */
  stop(): void {
    this.#stopping = true
    this.#sendAway()
    this.#wake?.abort()
  }

  get size(): number {
    return this.#listeners.size
  }

  async #run(): Promise<void> {
    this.#running = true
    let answeredAt = performance.now()
    while (this.#listeners.size > 0) {
      const began = performance.now()
      this.#joined = false
      try {
        await this.#look()
        answeredAt = performance.now()
      } catch (error) {
        this.#context.log.warn({ err: error }, 'a look for live events failed')
        if (performance.now() - answeredAt > BLIND_MS) this.#sendAway()
      }
      const took = performance.now() - began
      const rest = Math.max(POLL_MS, Math.min(took * REST_FOR_WORK, LONGEST_REST_MS))
      await this.#rest(this.#joined ? JOIN_MS : rest)
    }
    this.#running = false
    // Nobody looks meanwhile: what changes until the next look is nobody's news.
    this.#marks = null
  }

  async #rest(milliseconds: number): Promise<void> {
    this.#wake = new AbortController()
    const { signal } = this.#wake
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  }

  async #look(): Promise<void> {
    const listeners = [...this.#listeners]
    const places = new Map<string, Seen>()
    for (const { place } of listeners) {
      if (place && places.size < PLACES_A_POLL) places.set(writePlace(place), place)
    }
    const answer = await look(this.#context, {
      places: [...places.values()],
      staffIds: [...new Set(listeners.map(({ caller }) => caller.staffId))],
      sessions: listeners.map(({ session }) => session),
      marks: this.#marks,
    })
    this.#marks = answer.marks
    const topics = this.#topicsOf(answer)
    const written = new Map<string, string>()
    for (const listener of listeners) listener.tell(answer, topics, written)
  }

  /** What changed, with the figures every few seconds where anything did. */
  #topicsOf({ topics, scans }: Answer): WorkTopic[] {
    const cameIn = [...scans.values()].some((rows) => rows === null || rows.length > 0)
    const all = new Set<WorkTopic>(cameIn ? [...topics, 'scans'] : topics)
    this.#figuresDue ||= all.size > 0
    const now = performance.now()
    if (this.#figuresDue && now - this.#figuresAt >= FIGURES_MS) {
      this.#figuresDue = false
      this.#figuresAt = now
      all.add('figures')
    }
    return [...all]
  }

  #sendAway(): void {
    for (const { stream } of this.#listeners) {
      stream.finish('bye', RETRY_MS * (0.3 + Math.random()))
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../../server/demo/random.ts'
import type { Answer, TestServer } from '../../../server/test/server.ts'
import type { World } from './world.ts'

/** Longer than any recovery: a request that no fault disturbed for so long never gets an answer. */
const LONGEST_MS = 90_000
const AGAIN_MS = 40
const POLL_MS = 1_000
const SHOWN = 20

/** What a request came to in the end; `retried`: an earlier try of it had no answer. */
export type Outcome<T> =
  | { kind: 'done'; body: T; retried: boolean }
  | { kind: 'refused'; words: string; retried: boolean }
type Request<T> = () => Promise<Answer<T>>

type ScanNote = {
  memberId: number
  code: string
  result: string
  scanId: string
  points: number
}
type Decision = { redemptionId: string; staffId: number; action: 'approve' | 'reject' }
type Review = { memberId: number; scanId: string; outcome: 'released' | 'reversed' }
type Adjusting = { memberId: number; points: number; approved: boolean }
type Reading = { staffId: number; result: string; changed: number }

/** What the clients were told, to be compared with what is there in the end. */
export class Journal {
  /** Tells where everything stands, at the moment in which a request is given up. */
  readonly #look: () => Promise<string>
  #undisturbedSince = 0
  /** Set by whoever ends the run: each client finishes what it has begun. */
  stopping = false
  /**
   * Writes that were acknowledged, reads that were answered, refusals, requests to come later, as a
   * starved machine makes them, and tries without an answer.
   */
  written = 0
  read = 0
  refused = 0
  later = 0
  lost = 0
  /** Why the first tries without an answer had none. */
  readonly losses: string[] = []
  /** Sentences, each of a promise that was broken before a client's eyes. */
  readonly wrong: string[] = []
  readonly scans: ScanNote[] = []
  readonly redemptions = new Map<string, { memberId: number; points: number }>()
  readonly cancelled = new Set<string>()
  readonly decisions: Decision[] = []
  readonly sent = new Set<string>()
  readonly reviews: Review[] = []
  readonly adjustments = new Map<string, Adjusting>()
  readonly readings = new Map<string, Reading>()

  constructor(look: () => Promise<string>) {
    this.#look = look
  }

  /**
   * Lets a fault happen. A request that it disturbs has all its time again when it is over: on a starved
   * machine several faults in a row may meet the same one before it is done.
   */
  async disturb(fault: () => Promise<void>): Promise<void> {
    this.#undisturbedSince = Infinity
    try {
      await fault()
    } finally {
      this.#undisturbedSince = Date.now()
    }
  }

  /** Sends a write, the very same again and again, until the server says what became of it. */
  async write<T>(request: Request<T>): Promise<Outcome<T>> {
    const outcome = await this.#untilAnswered(request)
    if (outcome.kind === 'done') this.written++
    return outcome
  }

  /** A read that is refused is an error of the trial: its rows are wanted. */
  async look<T>(request: Request<T>): Promise<T> {
    const outcome = await this.#untilAnswered(request)
    if (outcome.kind === 'refused') throw new Error(`A read was refused: ${outcome.words}`)
    this.read++
    return outcome.body
  }

  async #untilAnswered<T>(request: Request<T>): Promise<Outcome<T>> {
    const began = Date.now()
    for (let tries = 1; ; tries++) {
      const answer = await this.#try(request, began)
      if (typeof answer !== 'string') {
        const { status, body } = answer
        const retried = tries > 1
        if (status < 300) return { kind: 'done', body, retried }
        const words = `${status} ${JSON.stringify(body)}`
        if (status < 500) {
          this.refused++
          return { kind: 'refused', words, retried }
        }
        this.#noteFailure(answer, words)
      } else this.#lose(answer)
      if (this.#leftFor(began) <= 0) {
        const last = typeof answer === 'string' ? answer : JSON.stringify(answer.body)
        throw new Error(`No answer at all after ${tries} tries: ${last}\n${await this.#look()}`)
      }
      await pause(AGAIN_MS)
    }
  }

  /** One try; it ends without an answer where the request is to be given up meanwhile. */
  async #try<T>(request: Request<T>, began: number): Promise<Answer<T> | string> {
    const tried = new AbortController()
    const { signal } = tried
    const givenUp = async () => {
      while (this.#leftFor(began) > 0) await pause(POLL_MS, null, { signal })
      return 'still waiting'
    }
    const answered = request().catch((error: unknown) => whyLost(error))
    return Promise.race([answered, givenUp()]).finally(() => tried.abort())
  }

  /** How many milliseconds a request that began then may still take. */
  #leftFor(began: number): number {
    return Math.max(began, this.#undisturbedSince) + LONGEST_MS - Date.now()
  }

  #noteFailure({ status, headers }: Answer<unknown>, words: string): void {
    // 503 says "not now"; 500 says that nobody thought of this.
    if (status !== 503) this.wrong.push(words)
    if (headers.has('retry-after')) this.later++
    else this.#lose(words)
  }

  #lose(why: string): void {
    this.lost++
    if (this.losses.length < SHOWN) this.losses.push(why)
  }

  /** How many acknowledged effects of each kind it holds. */
  counts() {
    return {
      scans: this.scans.filter(({ result }) => result === 'credited').length,
      redemptions: this.redemptions.size,
      cancelled: this.cancelled.size,
      decisions: this.decisions.length,
      sent: this.sent.size,
      reviews: this.reviews.length,
      adjustments: this.adjustments.size,
      readings: this.readings.size,
    }
  }
}

/** A connection that was cut, refused or ended in the middle of the body; anything else is thrown on. */
function whyLost(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof TypeError) {
    return `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`.trim()
  }
  throw error
}

/** What a client stands before: where it calls, what there is, and where it writes down. */
export type Desk = { call: TestServer['call']; world: World; journal: Journal; random: Random }
/** One thing that a client does, to its end. */
export type Turn = () => Promise<void>

/** A client at work until the journal is to be closed, with a short while to think after each turn. */
export async function work({ journal, random }: Desk, turn: Turn, thinkMs: number): Promise<void> {
  while (!journal.stopping) {
    await turn()
    await pause(random.next() * thinkMs)
  }
}

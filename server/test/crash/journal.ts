import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'
import type { Answer, TestServer } from '../server.ts'
import type { World } from './world.ts'

/** Longer than any recovery: a request that has no answer by then never gets one. */
const LONGEST_MS = 90_000
const AGAIN_MS = 40
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
    let [retried, tries] = [false, 0]
    for (const end = Date.now() + LONGEST_MS; ;) {
      const answer = await request().catch((error: unknown) => whyLost(error))
      if (typeof answer !== 'string') {
        const { status, body, headers } = answer
        if (status < 300) return { kind: 'done', body, retried }
        const words = `${status} ${JSON.stringify(body)}`
        if (status < 500) {
          this.refused++
          return { kind: 'refused', words, retried }
        }
        // 503 says "not now"; 500 says that nobody thought of this.
        if (status !== 503) this.wrong.push(words)
        if (headers.has('retry-after')) this.later++
        else this.#lose(words)
      } else this.#lose(answer)
      if (Date.now() > end) {
        const last = typeof answer === 'string' ? answer : JSON.stringify(answer.body)
        throw new Error(`No answer at all after ${tries} tries: ${last}`)
      }
      retried = true
      tries++
      await pause(AGAIN_MS)
    }
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

import { canSee } from '../../../../contract/menu.ts'
import { SCANS_PAGE, type WorkTopic } from '../../../../contract/insight/live.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import type { Seen } from '../../programme/scans/index.ts'
import { EventStream, writeBeat, writeEvent } from './event-stream.ts'
import type { Answer } from './answers.ts'
import { writePlace } from './place.ts'

const BEAT_MS = 15_000
/** Who is sent away for good asks again at once, and is told what became of the session. */
const AT_ONCE_MS = 200

/** One open stream: whose it is, and how far it has come. */
export class Listener {
  readonly stream = new EventStream()
  readonly caller: StaffCaller
  /** The hash of the session's token in hexadecimal digits. */
  readonly session: string
  readonly #seesScans: boolean
  #place: Seen | null
  #begins: 'ready' | 'reset' | null
  /** The newest notice that was told of, and how many were unread with it. */
  #told: string | undefined
  #writtenAt = performance.now()

  constructor(caller: StaffCaller, place: Seen | 'unknown' | null) {
    this.caller = caller
    this.session = caller.sessionHash.toString('hex')
    // Whoever must set two-factor sign-in up first sees nothing before.
    this.#seesScans = !caller.limited && canSee(caller.role, SCANS_PAGE)
    this.#place = place === 'unknown' ? null : place
    this.#begins = place === 'unknown' ? 'reset' : place === null ? 'ready' : null
    // Headers go out with the first bytes: so the client knows that the line stands.
    this.stream.send(writeBeat(null))
  }

  /** Where the stream goes on from; null for one that begins, and for one that gets no scans. */
  get place(): Seen | null {
    return this.#seesScans ? this.#place : null
  }

  /** Sends what a look found for this stream. `written` keeps what is the same for several. */
  tell(answer: Answer, topics: readonly WorkTopic[], written: Map<string, string>): void {
    if (!this.#stands(answer)) return this.stream.finish('end', AT_ONCE_MS)
    const text = [this.#work(topics), this.#notice(answer), this.#scans(answer, written)].join('')
    if (text !== '') return this.#send(text)
    if (performance.now() - this.#writtenAt < BEAT_MS) return
    this.#send(writeBeat(this.#place && writePlace(this.#place)))
  }

  #send(text: string): void {
    this.#writtenAt = performance.now()
    this.stream.send(text)
  }

  #stands({ sessions }: Answer): boolean {
    const { role, plantId, limited = false } = this.caller
    const now = sessions.get(this.session)
    return now?.role === role && now.plantId === plantId && now.limited === limited
  }

  #work(topics: readonly WorkTopic[]): string {
    return topics.length > 0 && this.#begins === null ? writeEvent('work', topics) : ''
  }

  #notice({ unread }: Answer): string {
    const now = unread.get(this.caller.staffId) ?? { unread: 0, newest: '' }
    // One that came as another was read leaves the number as it was.
    const told = `${now.unread} ${now.newest}`
    if (told === this.#told) return ''
    this.#told = told
    return writeEvent('notice', { unread: now.unread })
  }

  /** Moves the place on, in the same event as the rows that lie between. */
  #scans({ seen, scans }: Answer, written: Map<string, string>): string {
    const place = writePlace(seen)
    const [begins, from] = [this.#begins, this.place]
    if (begins !== null) {
      this.#begins = null
      this.#place = seen
      return writeEvent(begins, null, place)
    }
    if (from === null) {
      this.#place = seen
      return ''
    }
    const key = writePlace(from)
    const rows = scans.get(key)
    // Not looked for this time: its turn comes.
    if (rows === undefined) return ''
    this.#place = seen
    if (rows?.length === 0) return ''
    const text =
      written.get(key) ??
      (rows ? writeEvent('scans', rows, place) : writeEvent('reset', null, place))
    written.set(key, text)
    return text
  }
}

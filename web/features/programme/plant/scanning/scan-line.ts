import { sendPlantScans } from '../../../../../contract/programme/plant.ts'
import { noteAct } from '../../../../lib/acts.ts'
import { call } from '../../../../lib/api.ts'
import { readSession, staffIdOf } from '../../../../lib/session.ts'
import { deviceName } from '../device.ts'
import { deliver, type Ending } from './deliver.ts'
import {
  openScanDatabase,
  type Done,
  type Kept,
  type Reader,
  type ScanDatabase,
} from './scan-schema.ts'
import { readSnapshot, type ScanSnapshot } from './scan-snapshot.ts'
import { dropRefused, keepReading, keepUndo, retryRefused } from './scan-store.ts'

const SECOND_MS = 1000
const FIRST_PAUSE_MS = 2 * SECOND_MS
const LONGEST_PAUSE_MS = 60 * SECOND_MS
/** A network that neither carries nor fails must not hold the queue for minutes. */
const ANSWER_MS = 25 * SECOND_MS
/** One sender a phone, whatever tabs are open. */
const LOCK = 'hil-plant-scans'
const CHANNEL = 'hil-plant-scans'

export type LineState = {
  /** Null until it was read from the phone for the first time. */
  snapshot: ScanSnapshot | null
  sending: boolean
  /** What stands in the way: `later` is tried again by itself, `stopped` when asked. */
  trouble: { kind: 'later' | 'stopped'; failure: unknown } | null
  /** The phone cannot keep anything: nothing may be read. */
  broken: boolean
}

const BEGINNING: LineState = { snapshot: null, sending: false, trouble: null, broken: false }

/** Sends as one worker, checked in the same moment in which the session's token is taken. */
function sendAs(staffId: number) {
  return (items: readonly Kept[]) => {
    const session = readSession()
    if (!session || staffIdOf(session) !== staffId) return null
    const body = {
      device: deviceName(),
      items: items.map(({ id, code, undoes, at }) =>
        code === null ? { id, undoes: undoes ?? '', at } : { id, code, at },
      ),
    }
    const signal = AbortSignal.timeout(ANSWER_MS)
    return call(sendPlantScans, { body, signal }).then((answer) => answer.items)
  }
}

let asked = false

/** So that the browser does not clear what is not sent when the phone is short of space. */
async function askToStay(): Promise<void> {
  if (asked) return
  asked = true
  try {
    await navigator.storage.persist()
  } catch {
    // Old browsers and pages without HTTPS have no such promise to give.
  }
}

/** Without Web Locks two tabs may send at once: then each reading's id alone keeps it single. */
async function alone<T>(act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, act) : act()
}

/** The queue of one worker on this phone, in this tab: keeps readings, sends them when it can, says how it stands. */
class ScanLine {
  readonly reader: Reader
  private state = BEGINNING
  private readonly listeners = new Set<() => void>()
  private readonly hearers = new Set<(settled: Done[]) => void>()
  private readonly channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null
  private opening: Promise<ScanDatabase> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private running = false
  private wantedAgain = false
  private users = 0

  constructor(reader: Reader) {
    this.reader = reader
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Told what the server answered, as it leaves the queue. */
  whenSettled = (hearer: (settled: Done[]) => void): (() => void) => {
    this.hearers.add(hearer)
    return () => this.hearers.delete(hearer)
  }

  read = (): LineState => this.state

  /** Works for as long as a page wants it; the returned function says that this one does no more. */
  start = (): (() => void) => {
    if (this.users++ === 0) this.begin()
    return () => {
      if (--this.users === 0) this.end()
    }
  }

  private readonly hear = (): void => void this.refresh()

  private begin(): void {
    window.addEventListener('online', this.sendNow)
    this.channel?.addEventListener('message', this.hear)
    void this.refresh().then(this.sendNow)
  }

  private end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    window.removeEventListener('online', this.sendNow)
    this.channel?.removeEventListener('message', this.hear)
    if (!this.running) this.close()
  }

  private close(): void {
    void this.opening?.then((db) => db.close()).catch(() => undefined)
    this.opening = null
  }

  /** Keeps a code; says whether it is new, or waits here already. Throws where it could not be kept. */
  keep = async (code: string): Promise<'kept' | 'again'> => {
    void askToStay()
    // The camera needs no touch.
    noteAct()
    const reading = await keepReading(await this.database(), this.reader, code, new Date())
    await this.changed()
    return reading ? 'kept' : 'again'
  }

  /** Queues the taking back of a reading. Throws where it could not be kept. */
  takeBack = async (id: string): Promise<void> => {
    await keepUndo(await this.database(), this.reader, id, new Date())
    await this.changed()
  }

  /** A person asks: what was refused goes too, and no pause is waited for. */
  tryAgain = async (): Promise<void> => {
    await retryRefused(await this.database(), this.reader.staffId)
    await this.refresh()
    this.sendNow()
  }

  drop = async (): Promise<void> => {
    await dropRefused(await this.database(), this.reader.staffId)
    await this.changed()
  }

  private readonly sendNow = (): void => {
    this.failures = 0
    clearTimeout(this.timer)
    this.timer = undefined
    void this.send()
  }

  /** After a change: told to the other tabs, and sent unless a pause or a person is waited for. */
  private async changed(): Promise<void> {
    this.channel?.postMessage('changed')
    await this.refresh()
    if (this.timer === undefined && this.state.trouble?.kind !== 'stopped') void this.send()
  }

  private async send(): Promise<void> {
    if (this.running) {
      this.wantedAgain = true
      return
    }
    this.running = true
    try {
      do {
        this.wantedAgain = false
        await this.deliverOnce()
      } while (this.wantedAgain && this.state.trouble === null && this.users > 0)
    } finally {
      this.running = false
      // What was on its way when the page was left is settled first.
      if (this.users === 0) this.close()
    }
  }

  private async deliverOnce(): Promise<void> {
    if (this.users === 0) return
    this.set({ sending: true })
    const ending = await this.run().catch((failure: unknown): Ending => ({
      kind: 'stopped',
      failure,
    }))
    await this.refresh()
    const waits = ending.kind === 'later' || ending.kind === 'stopped' ? ending : null
    this.set({ sending: false, trouble: waits })
    if (ending.kind === 'later') this.waitAndSend()
    if (ending.kind === 'empty') this.failures = 0
  }

  private async run(): Promise<Ending> {
    const db = await this.database()
    const { staffId } = this.reader
    const onSettled = (settled: Done[]): void => {
      this.channel?.postMessage('changed')
      void this.refresh()
      for (const hearer of this.hearers) if (settled.length > 0) hearer(settled)
    }
    return alone(() => deliver({ db, staffId, send: sendAs(staffId), onSettled }))
  }

  /** Two seconds, then twice as long each time up to a minute; a fifth more or less by chance. */
  private waitAndSend(): void {
    if (this.users === 0) return
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures++)
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        void this.send()
      },
      pause * (0.8 + 0.4 * Math.random()),
    )
  }

  private async database(): Promise<ScanDatabase> {
    this.opening ??= openScanDatabase(() => {
      this.opening = null
    })
    return this.opening.catch((failure: unknown) => {
      this.opening = null
      this.set({ broken: true })
      throw failure
    })
  }

  private readonly refresh = async (): Promise<void> => {
    try {
      const db = await this.database()
      const snapshot = await readSnapshot(db, { staffId: this.reader.staffId, now: new Date() })
      this.set({ snapshot, broken: false })
    } catch {
      // Said by `broken` where nothing can be kept; a list that is old for a moment is no harm.
    }
  }

  private set(change: Partial<LineState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

let line: ScanLine | null = null

/** The one queue of this tab for whoever is signed in. */
export function lineOf(reader: Reader): ScanLine {
  if (line?.reader.staffId !== reader.staffId) line = new ScanLine(reader)
  return line
}
export type { ScanLine }

import { WORK_TOPICS, workTopic } from '../../contract/insight/live.ts'
import type { StreamEvent } from './event-text.ts'
import { followStream } from './live-stream.ts'
import { setLiveStatus, tellLive, type LiveStatus } from './live-topics.ts'

/** A tab that nobody looks at gives its line up after this long, and goes on from there when it is looked at. */
const HIDDEN_MS = 60_000

/** What the tab that holds the line tells the others. */
type Word =
  | { kind: 'who' }
  | { kind: 'status'; status: LiveStatus }
  | { kind: 'event'; event: StreamEvent }

/** How far this person's stream has come in this tab. */
const come: { person: string; place: string | undefined } = { person: '', place: undefined }

function isWord(value: unknown): value is Word {
  return typeof value === 'object' && value !== null && 'kind' in value
}

/** Passes an event of the stream on to the parts of this tab. */
function pass({ event, data, id }: StreamEvent): void {
  come.place = id ?? come.place
  if (event === 'scans') tellLive('scan', data)
  if (event === 'notice') tellLive('notice', data)
  if (event === 'ready' || event === 'reset') tellLive('ready')
  if (event !== 'work') return
  for (const topic of workTopic.array().safeParse(data).data ?? []) tellLive(topic)
}

/** The line was away: anything may have changed meanwhile. */
function passAll(): void {
  for (const topic of WORK_TOPICS) tellLive(topic)
}

/** One tab at a time holds the line of a browser and tells the others, as browsers allow few lines to a host. */
class Tabs {
  readonly #name: string
  readonly #channel: BroadcastChannel
  readonly #stop = new AbortController()
  #status: LiveStatus = 'off'
  #leads = false
  #follows = false

  constructor(person: string) {
    this.#name = `hil-live-${person}`
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isWord(data)) this.#hear(data)
    })
    const { signal } = this.#stop
    navigator.locks.request(this.#name, { signal }, () => this.#lead(signal)).catch(() => undefined)
    this.#tell({ kind: 'who' })
  }

  stop(): void {
    this.#stop.abort()
    this.#channel.close()
  }

  #tell(word: Word): void {
    if (!this.#stop.signal.aborted) this.#channel.postMessage(word)
  }

  #hear(word: Word): void {
    if (word.kind === 'who') {
      if (this.#leads) this.#tell({ kind: 'status', status: this.#status })
      return
    }
    if (this.#leads) return
    if (word.kind === 'event') return pass(word.event)
    // Said again for another tab.
    if (word.status === this.#status) return
    this.#status = word.status
    setLiveStatus(word.status)
    if (word.status !== 'live') return
    // From here on it hears everything; what was before, it asks for.
    if (!this.#follows) tellLive('ready')
    this.#follows = true
    passAll()
  }

  #say(status: LiveStatus): void {
    this.#status = status
    setLiveStatus(status)
    this.#tell({ kind: 'status', status })
    if (status === 'live') passAll()
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.#leads = true
    const onEvent = (event: StreamEvent): void => {
      pass(event)
      this.#tell({ kind: 'event', event })
    }
    await followStream(
      {
        place: () => come.place,
        onOpen: () => this.#say('live'),
        onLost: () => this.#say('reconnecting'),
        onEvent,
      },
      signal,
    )
  }
}

/** The line of a tab by itself, where browsers have no locks: pages without https. */
function alone(): { stop(): void } {
  const stop = new AbortController()
  const say = (status: LiveStatus): void => {
    setLiveStatus(status)
    if (status === 'live') passAll()
  }
  void followStream(
    {
      place: () => come.place,
      onOpen: () => say('live'),
      onLost: () => say('reconnecting'),
      onEvent: pass,
    },
    stop.signal,
  )
  return { stop: () => stop.abort() }
}

/** Follows what happens while somebody looks at this tab; gives what ends that. */
export function connect(person: string): () => void {
  if (come.person !== person) Object.assign(come, { person, place: undefined })
  const shares = 'locks' in navigator && 'BroadcastChannel' in window
  let line: { stop(): void } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = (): void => {
    line?.stop()
    line = null
    setLiveStatus('off')
  }
  const look = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') line ??= shares ? new Tabs(person) : alone()
    else timer = setTimeout(close, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    close()
  }
}

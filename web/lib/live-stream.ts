import { live } from '../../contract/insight/live.ts'
import { ApiError } from './api-error.ts'
import { openStream } from './api.ts'
import { eventReader, type StreamEvent } from './event-text.ts'

/** The server says something every fifteen seconds. */
const SILENCE_MS = 40_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const BUSY_WAIT_MS = 15_000

export type Line = {
  /** How far it came before, for the server to go on from. */
  place: () => string | undefined
  onOpen: () => void
  onEvent: (event: StreamEvent) => void
  onLost: () => void
}

/** Follows the stream until `signal`, again and again: sooner or later, at random, never in step. */
export async function followStream(line: Line, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const lost = new AbortController()
    const cut = (): void => lost.abort()
    window.addEventListener('offline', cut)
    const told = { opened: false, retryMs: undefined as number | undefined }
    const failure = await readOnce(line, AbortSignal.any([signal, lost.signal]), told).catch(
      (reason: unknown) => reason,
    )
    window.removeEventListener('offline', cut)
    if (signal.aborted) return
    line.onLost()
    failures = told.opened ? 0 : failures + 1
    await pause(told.retryMs ?? waitAfter(failures, failure), signal)
  }
}

async function readOnce(
  { place, onOpen, onEvent }: Line,
  signal: AbortSignal,
  told: { opened: boolean; retryMs: number | undefined },
): Promise<void> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  const alive = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), SILENCE_MS)
  }
  try {
    const body = await openStream(live, place(), AbortSignal.any([signal, silent.signal]))
    const [text, read] = [body.pipeThrough(new TextDecoderStream()).getReader(), eventReader()]
    for (let piece = await text.read(); !piece.done; piece = await text.read()) {
      if (!told.opened) onOpen()
      told.opened = true
      alive()
      const { events, retryMs } = read(piece.value)
      told.retryMs = retryMs ?? told.retryMs
      for (const event of events) onEvent(event)
    }
  } finally {
    clearTimeout(timer)
  }
}

function waitAfter(failures: number, failure: unknown): number {
  const busy = failure instanceof ApiError && failure.status === 503
  const most = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)
  return Math.max(most, busy ? BUSY_WAIT_MS : 0) * (0.5 + Math.random() / 2)
}

/** Waits; shorter where the device comes back online meanwhile. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

import { ApiError } from '../../../../lib/api-error.ts'
import type { MediaDetail, MediaUpload } from '../../../../../contract/platform/media.ts'

export type About = { title: string; tags: string[]; replaces?: number }

/** The endpoints of an upload. Each throws an `ApiError`, or what its signal was aborted with. */
export type UploadServer = {
  begin: (signal: AbortSignal) => Promise<MediaUpload>
  look: (uploadId: string, signal: AbortSignal) => Promise<MediaUpload>
  /** Sends one piece; `onBytes` hears how much of it has gone. */
  piece: (
    uploadId: string,
    number: number,
    bytes: Blob,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<MediaUpload>
  finish: (uploadId: string, about: About, signal: AbortSignal) => Promise<MediaDetail>
}

export type Stage =
  | { stage: 'sending'; sent: number }
  /** The network or the server is away; it goes on by itself. */
  | { stage: 'cut'; sent: number }
  /** All of it is there, and the server opens it. */
  | { stage: 'opening' }

export type Sending = {
  file: Blob
  server: UploadServer
  /** What to say of it at the end, as it is by then. */
  about: () => About
  /** Passes after so many milliseconds, or sooner when the network comes back. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  onStage: (stage: Stage) => void
  /** Hears the number of the upload, to give it up by. */
  onBegun?: (uploadId: string) => void
  signal: AbortSignal
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** Answers after which the same may be asked again: nobody was there, or busy for the moment. */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504])
/** How often in a row server and browser may disagree on what is there before it is a failure. */
const MOST_DISAGREEMENTS = 5

function mayPass(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code !== 'aborted' && PASSING.has(failure.status)
}

/** How long to wait after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
}

/** Asks until there is an answer, however long the network is away; a refusal is thrown. */
async function askUntilAnswered<T>(
  { wait, onStage, signal }: Sending,
  sent: number,
  ask: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await ask()
    } catch (failure) {
      signal.throwIfAborted()
      if (!mayPass(failure)) throw failure
      onStage({ stage: 'cut', sent })
      await wait(pauseAfter(failures), signal)
    }
  }
}

/** How far it is after a piece did not go through: from what the server says is there. */
async function whereAfter(
  sending: Sending,
  upload: MediaUpload,
  failure: unknown,
): Promise<MediaUpload> {
  const { server, signal } = sending
  const { uploadId, received } = upload
  const status = failure instanceof ApiError ? failure.status : -1
  // Forgotten, as after a day or where its folder was lost: started over under the same fingerprint.
  const begin = () => askUntilAnswered(sending, 0, () => server.begin(signal))
  if (status === 404) return begin()
  if (status !== 409 && !mayPass(failure)) throw failure
  try {
    return await askUntilAnswered(sending, received, () => server.look(uploadId, signal))
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.status === 404) return begin()
    throw refusal
  }
}

async function sendPiece(sending: Sending, upload: MediaUpload): Promise<MediaUpload> {
  const { file, server, onStage, signal } = sending
  const { uploadId, received, pieceBytes } = upload
  const number = Math.floor(received / pieceBytes)
  const start = number * pieceBytes
  const bytes = file.slice(start, start + pieceBytes)
  const tell = (gone: number): void =>
    onStage({ stage: 'sending', sent: start + Math.min(gone, bytes.size) })
  return server.piece(uploadId, number, bytes, tell, signal)
}

/** Sends what is missing of it. */
async function sendPieces(sending: Sending, begun: MediaUpload): Promise<MediaUpload> {
  const { onStage, onBegun, wait, signal } = sending
  let upload = begun
  let [failures, disagreements] = [0, 0]
  while (upload.received < upload.bytes) {
    signal.throwIfAborted()
    onBegun?.(upload.uploadId)
    onStage({ stage: 'sending', sent: upload.received })
    const before = upload
    try {
      upload = await sendPiece(sending, upload)
      failures = 0
    } catch (failure) {
      signal.throwIfAborted()
      if (mayPass(failure)) {
        failures++
        onStage({ stage: 'cut', sent: upload.received })
        await wait(pauseAfter(failures), signal)
      }
      upload = await whereAfter(sending, upload, failure)
      if (upload.received > before.received) failures = 0
      else if (!mayPass(failure) && ++disagreements > MOST_DISAGREEMENTS) throw failure
    }
    if (upload.received > before.received) disagreements = 0
  }
  return upload
}

/**
 * Sends a file in pieces and has it opened. It goes on from what the server has of it, waits out a
 * network that is away, and throws an `ApiError` where the server refuses, or what the signal was
 * aborted with.
 */
export async function sendFile(sending: Sending): Promise<MediaDetail> {
  const { server, about, wait, onStage, onBegun, signal } = sending
  let upload = await askUntilAnswered(sending, 0, () => server.begin(signal))
  onBegun?.(upload.uploadId)
  for (let round = 1; ; round++) {
    const { uploadId, bytes } = (upload = await sendPieces(sending, upload))
    signal.throwIfAborted()
    try {
      return await askUntilAnswered(sending, bytes, () => {
        onStage({ stage: 'opening' })
        return server.finish(uploadId, about(), signal)
      })
    } catch (failure) {
      signal.throwIfAborted()
      const differs = failure instanceof ApiError && [404, 409].includes(failure.status)
      if (!differs || round > MOST_DISAGREEMENTS) throw failure
      const now = await whereAfter(sending, upload, failure)
      if (now.uploadId === uploadId && now.received >= now.bytes) {
        // All of it is there. An earlier call that was cut may just have opened it; else it is refused.
        if (round > 1) throw failure
        await wait(FIRST_PAUSE_MS, signal)
      }
      upload = now
    }
  }
}

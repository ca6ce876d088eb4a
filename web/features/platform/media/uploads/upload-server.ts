import {
  beginMediaUpload,
  finishMediaUpload,
  getMediaUpload,
  sendMediaPiece,
  setVideoPoster,
  type MediaDetail,
} from '../../../../../contract/platform/media.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { call, upload } from '../../../../lib/api.ts'
import { readSession, staffIdOf } from '../../../../lib/session.ts'
import type { UploadServer } from './send-file.ts'

const SHORT_MS = 30_000
/** Longer than a server needs to rebuild the longest video. */
const OPENING_MS = 10 * 60_000

/** A connection over which nothing moves for so long counts as cut; `alive` says that something did. */
async function unlessStalled<T>(
  signal: AbortSignal,
  milliseconds: number,
  act: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), milliseconds)
  }
  alive()
  try {
    return await act(AbortSignal.any([signal, stalled.signal]), alive)
  } catch (failure) {
    if (stalled.signal.aborted && !signal.aborted) throw new ApiError('Network Error')
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/** Whoever signed in meanwhile does not send what somebody else began. */
function mustBe(owner: number | null): void {
  const session = readSession()
  if (session && staffIdOf(session) === owner) return
  throw new ApiError('You have signed out. Sign in and choose the file again.', {
    status: 401,
    code: 'signed_out',
  })
}

/** A poster that is refused leaves the video without one. */
async function withPoster(
  media: MediaDetail,
  poster: Blob | null,
  signal: AbortSignal,
): Promise<MediaDetail> {
  if (!poster) return media
  const params = { mediaId: media.mediaId }
  const file = { bytes: poster, type: poster.type }
  return upload(setVideoPoster, { params, file, signal }).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) return media
    throw failure
  })
}

/** The endpoints as the upload of one file needs them. `poster` is the frame that a video begins with. */
export function uploadServer(
  file: File,
  {
    type,
    owner,
    fingerprint,
    poster,
  }: { type: string; owner: number | null; fingerprint: string; poster: Promise<Blob | null> },
): UploadServer {
  const { name, size } = file
  return {
    begin: (signal) =>
      unlessStalled(signal, SHORT_MS, async (signal) => {
        mustBe(owner)
        const body = { name, type, bytes: size, fingerprint }
        return call(beginMediaUpload, { body, signal })
      }),
    look: (uploadId, signal) =>
      unlessStalled(signal, SHORT_MS, async (signal) => {
        mustBe(owner)
        return call(getMediaUpload, { params: { uploadId }, signal })
      }),
    piece: async (uploadId, number, piece, onBytes, signal) => {
      // Read first: a file that was moved or changed is no cut connection.
      const bytes = new Blob([await piece.arrayBuffer()])
      return unlessStalled(signal, SHORT_MS, async (signal, alive) => {
        mustBe(owner)
        const onSent = (gone: number): void => {
          alive()
          onBytes(gone)
        }
        const params = { uploadId, number }
        const sent = { bytes, type: 'application/octet-stream' }
        return upload(sendMediaPiece, { params, file: sent, onSent, signal })
      })
    },
    finish: (uploadId, about, signal) =>
      unlessStalled(signal, OPENING_MS, async (signal) => {
        mustBe(owner)
        const media = await call(finishMediaUpload, { params: { uploadId }, body: about, signal })
        return withPoster(media, await poster, signal)
      }),
  }
}

import { describe, expect, it } from 'vitest'
import type { MediaDetail, MediaUpload } from '../../../../../contract/platform/media.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { pauseAfter, sendFile, type Sending, type Stage, type UploadServer } from './send-file.ts'

const PIECE = 10
const text = 'abcdefghijklmnopqrstuvwxyz0123456789ABC'
const file = new Blob([text])

const cut = () => new ApiError('Network Error')
const refused = (status: number, message: string) => new ApiError(message, { status, code: 'x' })

/** What goes wrong at a call: before it reaches the server, or on the way back. */
type Trouble = { before?: () => Error; after?: () => Error; act?: () => void }

/** A server as the contract has it, in memory; each call may meet a trouble once. */
function fakeServer(troubles: Partial<Record<string, Trouble>> = {}) {
  let stored: { uploadId: string; content: string } | null = null
  const calls: string[] = []
  let begun = 0
  const met = async <T>(call: string, act: () => T): Promise<T> => {
    calls.push(call)
    const trouble = troubles[call]
    delete troubles[call]
    if (trouble?.before) throw trouble.before()
    trouble?.act?.()
    const answer = act()
    if (trouble?.after) throw trouble.after()
    return answer
  }
  const state = (uploadId: string): MediaUpload => {
    if (stored?.uploadId !== uploadId) throw refused(404, 'There is no such upload.')
    const received = stored.content.length
    return { uploadId, name: 'a.png', bytes: text.length, received, pieceBytes: PIECE }
  }
  const server: UploadServer = {
    begin: () =>
      met('begin', () => {
        stored ??= { uploadId: `upload ${++begun}`, content: '' }
        return state(stored.uploadId)
      }),
    look: (uploadId) => met('look', () => state(uploadId)),
    piece: async (uploadId, number, bytes, onBytes) => {
      const content = await bytes.text()
      onBytes(bytes.size / 2)
      return met(`piece ${number}`, () => {
        const { received } = state(uploadId)
        const start = number * PIECE
        if (start > received) throw refused(409, 'A piece before this one is missing.')
        if (stored && start === received) stored.content += content
        return state(uploadId)
      })
    },
    finish: (uploadId, { title }) =>
      met('finish', () => {
        const { received, bytes } = state(uploadId)
        if (received < bytes) throw refused(409, 'Not all of it is here.')
        return { mediaId: 7, title, content: stored?.content } as unknown as MediaDetail
      }),
  }
  return {
    server,
    calls,
    forget: () => (stored = null),
    hold: (content: string) => (stored = { uploadId: 'upload before', content }),
    shorten: (length: number) => stored && (stored.content = stored.content.slice(0, length)),
  }
}

function sending(server: UploadServer, more: Partial<Sending> = {}) {
  const stages: Stage[] = []
  const pauses: number[] = []
  const result = sendFile({
    file,
    server,
    about: () => ({ title: 'A picture', tags: [] }),
    wait: (milliseconds) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
    onStage: (stage) => stages.push(stage),
    signal: new AbortController().signal,
    ...more,
  })
  return { result, stages, pauses }
}

const WHOLE = { mediaId: 7, title: 'A picture', content: text }
const PIECES = ['piece 0', 'piece 1', 'piece 2', 'piece 3']

describe('sending a file', () => {
  it('sends each piece once, tells how far it is by bytes, and has it opened', async () => {
    const { server, calls } = fakeServer()
    const { result, stages } = sending(server)
    expect(await result).toEqual(WHOLE)
    expect(calls).toEqual(['begin', ...PIECES, 'finish'])
    const sent = stages.flatMap((stage) => (stage.stage === 'sending' ? [stage.sent] : []))
    expect(sent).toEqual([0, 5, 10, 15, 20, 25, 30, 34.5])
    expect(stages.at(-1)).toEqual({ stage: 'opening' })
  })

  it('goes on where the server has it, when it is begun again', async () => {
    const fake = fakeServer()
    fake.hold(text.slice(0, 20))
    expect(await sending(fake.server).result).toEqual(WHOLE)
    expect(fake.calls).toEqual(['begin', 'piece 2', 'piece 3', 'finish'])
  })

  it('sends a piece again that the cut kept from arriving', async () => {
    const { server, calls } = fakeServer({ 'piece 1': { before: cut } })
    const { result, stages } = sending(server)
    expect(await result).toEqual(WHOLE)
    expect(calls).toEqual(['begin', 'piece 0', 'piece 1', 'look', ...PIECES.slice(1), 'finish'])
    expect(stages).toContainEqual({ stage: 'cut', sent: 10 })
  })

  it('does not send a piece again of which only the answer was lost', async () => {
    const { server, calls } = fakeServer({ 'piece 1': { after: cut } })
    expect(await sending(server).result).toEqual(WHOLE)
    expect(calls).toEqual(['begin', 'piece 0', 'piece 1', 'look', 'piece 2', 'piece 3', 'finish'])
  })

  it('goes back to the gap that the server tells of', async () => {
    const fake = fakeServer({ 'piece 2': { act: () => fake.shorten(10) } })
    expect(await sending(fake.server).result).toEqual(WHOLE)
    expect(fake.calls).toEqual([
      'begin',
      ...PIECES.slice(0, 3),
      'look',
      ...PIECES.slice(1),
      'finish',
    ])
  })

  it('starts over where the server has forgotten it, before a piece and before the end', async () => {
    const fake = fakeServer({
      'piece 2': { act: () => fake.forget() },
      finish: { act: () => fake.forget() },
    })
    expect(await sending(fake.server).result).toEqual(WHOLE)
    expect(fake.calls.filter((call) => call === 'begin')).toHaveLength(3)
  })

  it('waits longer and longer, and at most half a minute, while nobody answers', async () => {
    const { server } = fakeServer()
    let left = 8
    const away: UploadServer = {
      ...server,
      begin: (signal) => (left-- > 0 ? Promise.reject(cut()) : server.begin(signal)),
    }
    const { result, pauses } = sending(away)
    expect(await result).toEqual(WHOLE)
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect(pauseAfter(1)).toBe(1000)
  })

  it('waits while the server is busy, and asks for the end again when its answer is lost', async () => {
    const { server, calls } = fakeServer({
      'piece 0': { before: () => refused(503, 'The server is busy.') },
      finish: { after: cut },
    })
    expect(await sending(server).result).toEqual(WHOLE)
    expect(calls.filter((call) => call === 'finish')).toHaveLength(2)
  })

  it.each(['begin', 'piece 1', 'finish'])(
    'ends with the words of a refusal at %s',
    async (call) => {
      const words = 'This is no picture.'
      const { server, calls } = fakeServer({ [call]: { before: () => refused(400, words) } })
      await expect(sending(server).result).rejects.toThrow(words)
      expect(calls.at(-1)).toBe(call)
    },
  )

  it('asks once more where the end that was cut is just being opened', async () => {
    const { server, calls } = fakeServer({ finish: { before: () => refused(409, 'Elsewhere.') } })
    expect(await sending(server).result).toEqual(WHOLE)
    expect(calls.slice(-3)).toEqual(['finish', 'look', 'finish'])
  })

  it('ends where all is there and the end is refused all the same', async () => {
    const { server } = fakeServer()
    const never = () => Promise.reject(refused(409, 'It is being opened.'))
    await expect(sending({ ...server, finish: never }).result).rejects.toThrow('being opened')
  })

  it('ends where the server tells of the same gap again and again', async () => {
    const { server } = fakeServer()
    const never = () => Promise.reject(refused(409, 'A piece is missing.'))
    await expect(sending({ ...server, piece: never }).result).rejects.toThrow('is missing')
  })

  it('stops between two pieces, and during the wait for the network, when it is given up', async () => {
    const stop = new AbortController()
    const { server, calls } = fakeServer({
      'piece 1': { act: () => stop.abort(new Error('enough')) },
    })
    await expect(sending(server, { signal: stop.signal }).result).rejects.toThrow('enough')
    expect(calls).toEqual(['begin', 'piece 0', 'piece 1'])

    const later = new AbortController()
    const away = fakeServer({ 'piece 0': { before: cut } })
    const wait = () => {
      later.abort(new Error('no more'))
      return Promise.reject(new Error('no more'))
    }
    const { result } = sending(away.server, { signal: later.signal, wait })
    await expect(result).rejects.toThrow('no more')
    expect(away.calls).toEqual(['begin', 'piece 0'])
  })

  it('takes the title as it is at the end', async () => {
    let title = 'At first'
    const { server } = fakeServer({ 'piece 3': { act: () => (title = 'At last') } })
    const { result } = sending(server, { about: () => ({ title, tags: [] }) })
    expect((await result).title).toBe('At last')
  })
})

import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetUpload, keepUpload, takeUp, type Kept } from './kept-uploads.ts'

const kept = (key: string, owner: number): Kept => ({
  key,
  owner,
  file: new File(['bytes'], 'film.mp4'),
  type: 'video/mp4',
  kind: 'video',
  title: 'Film',
  tags: [],
  replaces: null,
})
const marks = new Map<string, string>()
/** Asked for a lock, the browser takes its time. */
let lockMs = 0

afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  marks.clear()
  lockMs = 0
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => marks.set(key, value),
    removeItem: (key: string) => marks.delete(key),
  })
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, _options: object, use: (lock: object) => unknown) =>
        new Promise((done) => setTimeout(() => done(use({})), lockMs)),
    },
  })
})

test('an upload that was over before it was kept is not taken up again', async () => {
  lockMs = 30
  const keeping = keepUpload(kept('quick', 7))
  await Promise.all([keeping, forgetUpload('quick')])
  expect(await takeUp(7)).toEqual([])
  expect(marks.size).toBe(0)
})

test('somebody else’s is deleted, and what this page works on is not taken up twice', async () => {
  await keepUpload(kept('mine', 7))
  await keepUpload(kept('theirs', 8))
  expect(marks.size).toBe(1)
  expect(await takeUp(7)).toEqual([])
  await forgetUpload('mine')
  expect(await takeUp(8)).toEqual([])
  expect(marks.size).toBe(0)
})

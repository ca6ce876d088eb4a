import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '../../contract/platform/media.ts'
import { fileAt } from '../features/platform/media/test-support.ts'
import { filmWith } from '../features/platform/media/test-films.ts'
import { testServer, type TestServer } from '../test/server.ts'
import { demoMedia, mediaActs } from './media.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('the demo’s gallery is whole: each picture opens, each page is there, the film has its slides', async () => {
  const { token, staffId } = await server.staff('sub admin')
  const about = { name: 'Test', email: 't@hil.example', role: 'sub admin', plantId: null } as const
  const subadmin = { kind: 'staff', staffId, ...about, sessionHash: Buffer.alloc(32) } as const
  const now = new Date()
  for (const { at, run } of mediaActs({ subadmin }, now)) {
    expect(at.getTime()).toBeLessThan(now.getTime() - 118 * 86_400_000)
    await run({ ...server.context, now: () => at })
  }
  const { body } = await server.call(contract.listMedia, { token, query: { limit: 100 } })
  expect(body.items.length).toBeGreaterThanOrEqual(17)
  for (const { mediaId, title, width, height, bytes } of body.items) {
    const { body: item } = await server.call(contract.getMedia, { token, params: { mediaId } })
    let kept = 0
    const pages = item.kind === 'document' ? item.pagePictures : [item.pictures]
    for (const picture of pages.flat()) {
      const shown = await fileAt(server, picture.url)
      kept += shown.bytes.length
      const told = await sharp(shown.bytes).metadata()
      expect([told.width, told.height], title).toEqual([picture.width, picture.height])
    }
    if (item.videoUrl) {
      const film = await fileAt(server, item.videoUrl)
      kept += film.bytes.length
      const told = await filmWith(film.bytes)
      expect(told).toMatchObject({ codedWidth: width, codedHeight: height })
      expect(told.pictures).toHaveLength(150)
      expect(item.durationMs).toBe(7500)
    }
    expect(bytes, title).toBe(kept)
  }
  const catalogue = await demoMedia(server.context, 'catalogue')
  expect(body.items.find(({ mediaId }) => mediaId === catalogue)).toMatchObject({ pages: 6 })
})

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { audience, type Audience } from '../../../../contract/people/audience.ts'
import * as contract from '../../../../contract/desk/banners.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { countAudience } from '../../people/audience/audience.service.ts'
import { inDays, makeMedia, type Staff } from '../offers/test-support.ts'
import { memberBanners } from './member-banners.service.ts'

let server: TestServer
let marketing: Staff
let mediaId: number

beforeAll(async () => {
  server = await testServer()
  marketing = await server.staff('marketing')
  mediaId = (await makeMedia(server)).mediaId
})
beforeEach(async () => {
  await server.db.deleteFrom('banner').execute()
})
afterAll(() => server.stop())

async function show(title: string, changed: object = {}): Promise<number> {
  const { status, body } = await server.call(contract.saveBanner, {
    token: marketing.token,
    body: {
      title,
      words: `Words of ${title}`,
      mediaId,
      target: { to: 'nothing' },
      audience: {},
      from: inDays(-1),
      ...changed,
    },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.bannerId
}
const seenBy = async ({ token }: { token: string }) =>
  (await server.call(contract.memberBanners, { token })).body.banners
const idsSeenBy = async (member: { token: string }) =>
  (await seenBy(member)).map(({ bannerId }) => bannerId)

test('a member sees what is live, in the order of the desk, with all that the app shows', async () => {
  const member = await server.member()
  const video = await makeMedia(server, 'video')
  const to = inDays(2)
  const image = await makeMedia(server)
  const first = await show('Image', {
    mediaId: image.mediaId,
    target: { to: 'page', page: 'scan' },
  })
  const second = await show('Video', { mediaId: video.mediaId, to })
  await show('Planned', { from: inDays(1) })
  await show('Ended', { from: inDays(-3), to: inDays(-2) })
  await show('Off', { on: false })
  expect(await seenBy(member)).toEqual([
    {
      bannerId: first,
      words: 'Words of Image',
      pictures: image.pictures[0],
      videoUrl: null,
      target: { to: 'page', page: 'scan' },
      to: null,
    },
    {
      bannerId: second,
      words: 'Words of Video',
      pictures: video.pictures[0],
      videoUrl: video.video,
      target: { to: 'nothing' },
      to,
    },
  ])
  const { token } = marketing
  const { order } = (await server.call(contract.listBanners, { token })).body
  const ids = (await server.call(contract.listBanners, { token })).body.banners
  const bannerIds = ids.map(({ bannerId }) => bannerId).toReversed()
  await server.call(contract.orderBanners, { token, body: { order, bannerIds } })
  expect(await idsSeenBy(member)).toEqual([second, first])
})

test('as many see a banner as the count of its audience says, and they are the right ones', async () => {
  const { db } = server
  await db.updateTable('member').set({ left_at: new Date() }).execute()
  const members = [
    await server.member('mason', 27),
    await server.member('retailer', 27),
    await server.member('retailer', 9),
    await server.member('mason', 9),
    await server.member('retailer', 27),
  ]
  const [, hindi, , blocked, approved] = members.map(({ memberId }) => memberId)
  const change = (memberId: number | undefined, values: object) =>
    db
      .updateTable('member')
      .set(values)
      .where('member_id', '=', memberId ?? 0)
      .execute()
  await change(hindi, { language: 'hi' })
  await change(approved, { kyc_state: 'approved' })
  await change(blocked, { blocked_reason: 'Two phones' })
  const cases: [object, number[]][] = [
    [{}, [0, 1, 2, 4]],
    [{ kinds: ['retailer'] }, [1, 2, 4]],
    [{ kinds: ['retailer'], states: [27] }, [1, 4]],
    [{ languages: ['hi'] }, [1]],
    [{ kycStates: ['approved', 'pending'] }, [4]],
    [{ states: [9] }, [2]],
    [{ distributorIds: [999_999] }, []],
    [{ activity: { scanned: 'not_within', days: 7 } }, [0, 1, 2, 4]],
    [{ activity: { scanned: 'within', days: 7 } }, []],
  ]
  const shown: { bannerId: number; audience: Audience; who: number[] }[] = []
  for (const [given, who] of cases) {
    const bannerId = await show('For some', { audience: given })
    shown.push({ bannerId, audience: audience.parse(given), who })
  }
  const seen = await Promise.all(members.map(idsSeenBy))
  for (const { bannerId, audience: asked, who } of shown) {
    const saw = members.flatMap((_, index) => (seen[index]?.includes(bannerId) ? [index] : []))
    expect(saw, JSON.stringify(asked)).toEqual(who)
    const counted = await countAudience(server.context, asked)
    expect(counted.members, JSON.stringify(asked)).toBe(who.length)
  }
})

test('while nothing changes a 304 says so; a change, and the clock, give a new tag', async () => {
  const member = await server.member()
  const endsSoon = new Date(Date.now() + 600_000).toISOString()
  const bannerId = await show('Tagged', { to: endsSoon })
  const ask = async (tag?: string | null) => {
    const headers: Record<string, string> = tag ? { 'if-none-match': tag } : {}
    const answer = await server.raw(contract.memberBanners, { token: member.token, headers })
    return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() }
  }
  const first = await ask()
  expect(first).toMatchObject({ status: 200, tag: expect.stringMatching(/^"?.+"$/) })
  expect(await ask(first.tag)).toEqual({ status: 304, tag: first.tag, text: '' })
  await show('Tagged', { bannerId, to: endsSoon, words: 'Other words' })
  const changed = await ask(first.tag)
  expect(changed.status).toBe(200)
  expect(changed.tag).not.toBe(first.tag)
  server.context.now = () => new Date(Date.now() + 700_000)
  try {
    const ended = await ask(changed.tag)
    expect(ended.status).toBe(200)
    expect(JSON.parse(ended.text)).toEqual({ banners: [] })
  } finally {
    server.context.now = () => new Date()
  }
})

test('many banners cost as many statements as one', async () => {
  const { memberId } = await server.member('retailer')
  // What the server does beside it, such as looking for new rules, can only add to one of three.
  const statements = async () => {
    const counts: { banners: number; made: number }[] = []
    for (let turn = 0; turn < 3; turn++) {
      const connect = vi.spyOn(server.context.pool, 'connect')
      const { banners } = await memberBanners(server.context, { memberId })
      counts.push({ banners: banners.length, made: connect.mock.calls.length })
      connect.mockRestore()
    }
    return counts.toSorted((a, b) => a.made - b.made)[0]
  }
  await show('One')
  const one = await statements()
  expect(one).toEqual({ banners: 1, made: 3 })
  for (let place = 0; place < 12; place++) {
    await show(`Many ${place}`, { audience: { kinds: ['retailer'], states: [27, place + 1] } })
  }
  expect(await statements()).toEqual({ banners: 13, made: 3 })
})

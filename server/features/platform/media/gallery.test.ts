import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '../../../../contract/platform/media.ts'
import type { MediaKind, MediaListQuery } from '../../../../contract/platform/media.ts'
import { transaction } from '../../../db/database.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { textPdf } from '../../people/kyc-documents/test-files.ts'
import { lockUsable } from './media.service.ts'
import { fileAt, film, photo, upload, type Body } from './test-support.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let marketing: { token: string; staffId: number }
let video: Buffer
let pdf: Buffer
let picture: Buffer

beforeAll(async () => {
  server = await testServer()
  marketing = await server.staff('marketing')
  video = await film()
  pdf = textPdf([['one'], ['two']])
  picture = await photo(500, 300).jpeg().toBuffer()
})
afterAll(() => server.stop())

const FILES: Record<MediaKind, () => [Buffer, string]> = {
  image: () => [picture, 'image/jpeg'],
  video: () => [video, 'video/mp4'],
  document: () => [pdf, 'application/pdf'],
}
async function add(kind: MediaKind = 'image', about: { title?: string; tags?: string[] } = {}) {
  const [file, type] = FILES[kind]()
  const { status, body } = await upload(server, marketing.token, file, { type, ...about })
  expect(status, body.message).toBe(200)
  return body
}
const replace = (replaces: number, kind: MediaKind, about: object = {}) => {
  const [file, type] = FILES[kind]()
  return upload(server, marketing.token, file, { type, replaces, ...about })
}
const detail = async (mediaId: number) =>
  server.call(contract.getMedia, { token: marketing.token, params: { mediaId } })
const remove = async (mediaId: number) => {
  const answer = await server.call(contract.deleteMedia, {
    token: marketing.token,
    params: { mediaId },
  })
  return { status: answer.status, body: answer.body as Body<{ message: string }> }
}
const trailOf = (mediaId: number) =>
  server.db
    .selectFrom('audit')
    .select(['action', 'before', 'after', 'staff_id as staffId'])
    .where('subject', '=', 'media')
    .where('subject_id', '=', String(mediaId))
    .orderBy('seq')
    .execute()

const EVERYBODY = JSON.stringify({
  kinds: [],
  states: [],
  distributorIds: [],
  kycStates: [],
  languages: [],
  activity: null,
})
const NOTHING = JSON.stringify({ to: 'nothing' })
let place = 0
const PLACES = {
  banner: (mediaId: number, { title = 'Diwali', shown = true, to_at = null as Date | null } = {}) =>
    server.db
      .insertInto('banner')
      .values({
        position: ++place,
        title,
        words: 'words',
        media_id: mediaId,
        target: NOTHING,
        offer_id: null,
        audience: EVERYBODY,
        shown,
        from_at: new Date(Date.now() - 9e7),
        to_at,
        changed_by: marketing.staffId,
        changed_at: new Date(),
      })
      .execute(),
  offer: (mediaId: number) =>
    server.db
      .insertInto('offer')
      .values({
        title_en: 'Winter weeks',
        title_hi: 'x',
        text_en: '',
        text_hi: '',
        media_id: mediaId,
        audience: EVERYBODY,
        shown: false,
        from_at: new Date(),
        to_at: null,
        changed_by: marketing.staffId,
        changed_at: new Date(),
      })
      .execute(),
  gift: (mediaId: number) =>
    server.db
      .insertInto('gift')
      .values({
        code: `G-${mediaId}`,
        name: 'Trowel',
        points: 10,
        value_paise: 100,
        media_id: mediaId,
      })
      .execute(),
  notification: (mediaId: number, state: 'draft' | 'stopped' = 'draft') =>
    server.db
      .insertInto('notification')
      .values({
        state,
        title_en: 'Come and see',
        title_hi: 'x',
        body_en: '',
        body_hi: '',
        media_id: mediaId,
        target: NOTHING,
        offer_id: null,
        audience: EVERYBODY,
        channels: ['inbox'],
        send_at: null,
        finished_at: null,
        reached_member: null,
        audience_count: null,
        started_at: state === 'stopped' ? new Date() : null,
        created_by: marketing.staffId,
        changed_at: new Date(),
        key_digest: Buffer.from(String(++place)),
        body_digest: Buffer.alloc(1),
      })
      .execute(),
}

test('title and tags are changed, with a trace of both', async () => {
  const { mediaId } = await add('image', { title: 'Before', tags: ['one'] })
  const { token } = marketing
  const body = { title: '  After  ', tags: ['Two', 'two', 'तीन'] }
  const { status, body: changed } = await server.call(contract.changeMedia, {
    token,
    params: { mediaId },
    body,
  })
  expect(status).toBe(200)
  expect(changed).toMatchObject({ title: 'After', tags: ['two', 'तीन'], addedBy: 'Test marketing' })
  const trail = await trailOf(mediaId)
  expect(trail.map(({ action }) => action)).toEqual(['media.upload', 'media.change'])
  expect(trail[1]).toMatchObject({
    staffId: marketing.staffId,
    before: { title: 'Before', tags: ['one'] },
    after: { title: 'After', tags: ['two', 'तीन'] },
  })
  for (const wrong of [
    { title: 'x' },
    { title: 'ok', tags: ['<b>'] },
    { title: 'ok', tags: Array(11).fill('a') },
  ]) {
    expect(
      (await server.call(contract.changeMedia, { token, params: { mediaId }, body: wrong })).status,
    ).toBe(400)
  }
  const none = await server.call(contract.changeMedia, {
    token,
    params: { mediaId: 999_999 },
    body,
  })
  expect(none.status).toBe(404)
})

test('where it is used is told, and only what nothing uses is deleted', async () => {
  const { mediaId, pictures } = await add('image', { title: 'Everywhere' })
  await PLACES.banner(mediaId)
  await PLACES.banner(mediaId, { title: 'Over', to_at: new Date(Date.now() - 1000) })
  await PLACES.offer(mediaId)
  await PLACES.gift(mediaId)
  await PLACES.notification(mediaId)
  await PLACES.notification(mediaId, 'stopped')
  const { body } = await detail(mediaId)
  expect(body.uses).toBe(6)
  expect(body.usedIn.map(({ what, title, live }) => [what, title, live])).toEqual([
    ['banner', 'Diwali', true],
    ['gift', 'Trowel', true],
    ['notification', 'Come and see', true],
    ['banner', 'Over', false],
    ['notification', 'Come and see', false],
    ['offer', 'Winter weeks', false],
  ])
  const refused = await remove(mediaId)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe(
    'It is used by the banner “Diwali”, the gift “Trowel”, the notification “Come and see” and 3 more. Take it out there first.',
  )
  for (const table of ['banner', 'offer', 'notification'] as const) {
    await server.db.deleteFrom(table).where('media_id', '=', mediaId).execute()
  }
  expect((await remove(mediaId)).body.message).toMatch(/^It is used by the gift “Trowel”\./)
  await server.db
    .updateTable('gift')
    .set({ media_id: null })
    .where('media_id', '=', mediaId)
    .execute()
  expect((await remove(mediaId)).status).toBe(200)
  expect((await detail(mediaId)).status).toBe(404)
  expect((await remove(mediaId)).status).toBe(404)
  expect((await trailOf(mediaId)).at(-1)).toMatchObject({
    action: 'media.delete',
    before: { title: 'Everywhere' },
  })
  // Open pages still show it for some minutes; then a job takes it away.
  expect((await fileAt(server, pictures[0]?.url)).status).toBe(200)
  await runFileJobs()
  expect((await fileAt(server, pictures[0]?.url)).status).toBe(404)
})

/** Does the jobs that wait for their time, now. */
async function runFileJobs() {
  const { rows } = await server.context.pool.query<{ data: { names: string[] } }>(
    `select data from pgboss.job where name = 'media-files' and state = 'created' and start_after > now() + interval '8 minutes'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { data } of rows)
    await jobHandlers(server.context)['media-files'](data, new AbortController().signal)
}

test('of a deletion and a use at once only one happens', async () => {
  const { mediaId } = await add()
  let isLocked = () => {}
  const locked = new Promise<void>((resolve) => (isLocked = resolve))
  const using = transaction(server.db, async (tx) => {
    await lockUsable(tx, mediaId, ['image'])
    isLocked()
    await delay(300)
    await tx
      .insertInto('gift')
      .values({ code: 'G-RACE', name: 'Racing gift', points: 1, value_paise: 1, media_id: mediaId })
      .execute()
  })
  await locked
  const refused = await remove(mediaId)
  await using
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/the gift “Racing gift”/)

  const other = await add()
  expect((await remove(other.mediaId)).status).toBe(200)
  const late = transaction(server.db, (tx) => lockUsable(tx, other.mediaId, ['image']))
  await expect(late).rejects.toMatchObject({
    code: 'invalid',
    fields: { mediaId: expect.stringMatching(/not in the gallery/) },
  })
  const wrong = transaction(server.db, (tx) => lockUsable(tx, mediaId, ['video', 'document']))
  await expect(wrong).rejects.toMatchObject({
    fields: { mediaId: 'Choose a video or a document here: this is an image.' },
  })
})

test('a replaced item keeps its number; its files are new, and the old ones go later', async () => {
  const before = await add('image', { title: 'Old', tags: ['old'] })
  await PLACES.banner(before.mediaId)
  const { status, body, uploadId } = await replace(before.mediaId, 'image', {
    title: 'New',
    tags: ['new'],
  })
  expect(status, body.message).toBe(200)
  expect(body).toMatchObject({
    mediaId: before.mediaId,
    title: 'New',
    tags: ['new'],
    uses: 1,
    addedAt: before.addedAt,
  })
  expect(body.replacedAt).not.toBeNull()
  const urls = (item: typeof body) => item.pictures.map(({ url }) => url)
  expect(urls(body).filter((url) => urls(before).includes(url))).toEqual([])
  for (const url of [...urls(before), ...urls(body)])
    expect((await fileAt(server, url)).status).toBe(200)
  await runFileJobs()
  for (const url of urls(before)) expect((await fileAt(server, url)).status).toBe(404)
  for (const url of urls(body)) expect((await fileAt(server, url)).status).toBe(200)
  expect((await trailOf(before.mediaId)).at(-1)).toMatchObject({
    action: 'media.replace',
    before: { kind: 'image', title: 'Old', tags: ['old'] },
    after: { kind: 'image', title: 'New', tags: ['new'] },
  })
  expect(uploadId).not.toBe('')
})

const CAN: [keyof typeof PLACES, MediaKind, MediaKind[]][] = [
  ['banner', 'image', ['image', 'video']],
  ['offer', 'image', ['image', 'document']],
  ['gift', 'image', ['image']],
  ['notification', 'image', ['image']],
]
test.each(CAN)('what a %s shows is replaced only by what it can show', async (where, kind, can) => {
  for (const by of contract.MEDIA_KINDS) {
    const { mediaId, pictures } = await add(kind)
    await PLACES[where](mediaId)
    const { status, body } = await replace(mediaId, by)
    expect([by, status]).toEqual([by, can.includes(by) ? 200 : 409])
    if (status === 200) {
      expect(body.kind).toBe(by)
      continue
    }
    expect(body.message).toMatch(new RegExp(`^It is used by the ${where} “.+”: there an image`))
    const now = (await detail(mediaId)).body
    expect([now.kind, now.pictures]).toEqual([kind, pictures])
  }
})

test('an item that is not there is not replaced', async () => {
  const { status, body } = await replace(999_999, 'image')
  expect(status).toBe(400)
  expect(body.fields?.replaces).toMatch(/not in the gallery any more/)
})

test('every order, search and filter gives what it should, a page at a time', async () => {
  await server.db.deleteFrom('banner').execute()
  const made: { id: number; title: string; tags: string[]; kind: MediaKind; used: boolean }[] = []
  const files = JSON.stringify({
    pages: [[{ name: 'x', width: 1, height: 1, bytes: 1 }]],
    video: null,
  })
  for (let index = 0; index < 24; index++) {
    const kind = contract.MEDIA_KINDS[index % 3] ?? 'image'
    const title = ['Zebra', 'apple pie', 'दीवाली', '100% <b>', 'Äpfel'][index % 5] ?? ''
    const tags = [['list', 'wall putty'], ['list'], ['list', 'ताज़ा']][index % 3] ?? []
    const { mediaId } = await server.db
      .insertInto('media')
      .values({
        kind,
        title,
        tags,
        width: 1,
        height: 1,
        bytes: 1,
        files,
        duration_ms: kind === 'video' ? 1 : null,
        added_by: marketing.staffId,
        added_at: new Date(),
        replaced_at: null,
      })
      .returning('media_id as mediaId')
      .executeTakeFirstOrThrow()
    if (index % 4 === 0) await PLACES.banner(mediaId)
    made.push({ id: mediaId, title, tags, kind, used: index % 4 === 0 })
  }
  const sorts: Record<
    MediaListQuery['sort'],
    (a: (typeof made)[0], b: (typeof made)[0]) => number
  > = {
    newest: (a, b) => b.id - a.id,
    oldest: (a, b) => a.id - b.id,
    title: (a, b) =>
      Buffer.compare(Buffer.from(a.title.toLowerCase()), Buffer.from(b.title.toLowerCase())) ||
      a.id - b.id,
  }
  const asked: Partial<Omit<MediaListQuery, 'limit'>>[] = [
    ...(['newest', 'oldest', 'title'] as const).map((sort) => ({ sort })),
    { q: 'APPLE' },
    { q: 'putty' },
    { q: '100%' },
    { q: '%' },
    { q: '_' },
    { q: 'ताज़ा' },
    { q: 'ÄPF' },
    { kind: ['video', 'document'] },
    { tag: ['wall putty', 'ताज़ा'] },
    { used: 'yes' },
    { used: 'no' },
    { q: 'zebra', kind: ['image'], used: 'yes', sort: 'title' },
  ]
  for (const query of asked) {
    const { q, kind, tag, used, sort = 'newest' } = query
    const wanted = made
      .filter(
        (one) =>
          !q ||
          [one.title, ...one.tags].some((text) => text.toLowerCase().includes(q.toLowerCase())),
      )
      .filter((one) => !kind || kind.includes(one.kind))
      .filter((one) => !tag || one.tags.some((own) => tag.includes(own)))
      .filter((one) => !used || one.used === (used === 'yes'))
      .sort(sorts[sort])
      .map(({ id }) => id)
    const found: number[] = []
    let after: string | undefined
    do {
      const { body } = await server.call(contract.listMedia, {
        token: marketing.token,
        query: { ...query, tag: tag ?? ['list'], limit: 5, count: 'yes', after },
      })
      expect(body.count, JSON.stringify(query)).toBe(wanted.length)
      found.push(...body.items.map(({ mediaId }) => mediaId))
      after = body.next ?? undefined
    } while (after)
    expect(found, JSON.stringify(query)).toEqual(wanted)
  }
  const { body } = await server.call(contract.mediaTags, { token: marketing.token })
  expect(body.tags[0]).toEqual({ tag: 'list', items: 24 })
  expect(body.tags.find(({ tag }) => tag === 'ताज़ा')?.items).toBe(8)
})

import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { uploadKycDocument } from '../../../../contract/people/kyc-submission.ts'
import { kycDocumentPage } from '../../../../contract/people/kyc.ts'
import { transaction } from '../../../db/database.ts'
import { cookieName } from '../../../http/cookies.ts'
import { newToken, sha256 } from '../../../lib/crypto.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { takeFromWindow } from '../../platform/throttle/throttle.service.ts'
import { attachDocument, deleteDocumentsOf, documentLinks } from './kyc-documents.service.ts'
import { sweepDocuments } from './sweep.service.ts'
import { textPdf } from './test-files.ts'
import { newMember, upload } from './test-support.ts'

const MARKER = 'MARKER-OF-THE-PLAIN-FILE'
const DAY_MS = 86_400_000

// A busy server asks to try again, and the tests do.
vi.setConfig({ testTimeout: 90_000 })

let server: TestServer
let member: { token: string; memberId: number }
let reviewer: { token: string; staffId: number }
let folder: string
let photo: Buffer

beforeAll(async () => {
  server = await testServer()
  member = await newMember(server)
  reviewer = await server.staff('cs')
  folder = server.context.config.DOCUMENTS_DIR
  photo = await picture().jpeg({ quality: 95 }).withExif(EXIF).toBuffer()
})
afterAll(() => server.stop())

/** Where the picture was taken, and words that must not stay. */
const EXIF = {
  IFD0: { ImageDescription: MARKER, Artist: MARKER },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1', GPSLongitudeRef: 'E' },
}

/** Four quarters of different colours, so that a turn is seen. */
function picture(width = 1200, height = 800) {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: '#c03030' } }).composite([
    quarter('#30c030', width / 2, 0),
    quarter('#3030c0', 0, height / 2),
    quarter('#f0f0f0', width / 2, height / 2),
  ])
}

async function uploaded(file = photo, type = 'image/jpeg', field = 'pan'): Promise<string> {
  const { status, body } = await upload(server, member.token, file, { type, field })
  expect(status, body.message).toBe(200)
  return body.documentId
}

const linksOf = async (documentId: string, staffId = reviewer.staffId, at = new Date()) =>
  (await documentLinks(server.context, [documentId], staffId, at)).get(documentId) ?? []

const get = (url: string | undefined, headers: Record<string, string>) =>
  fetch(`${server.url}${url}`, { headers })
const authorized = (token: string) => ({ authorization: token })

async function pageOf(documentId: string, page = 1): Promise<Buffer> {
  const answer = await get((await linksOf(documentId))[page - 1]?.url, authorized(reviewer.token))
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** How far two pictures are apart, per colour value, 0 to 255. */
async function distance(left: Buffer, right: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [left, right].map((one) => sharp(one).removeAlpha().raw().toBuffer()),
  )
  if (!a || !b || a.length !== b.length) return 255
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

test('the page that is shown is the picture that was sent, with nothing else of the file', async () => {
  const { exif, icc } = await sharp(photo).metadata()
  expect(exif?.includes(MARKER)).toBe(true)
  expect(icc).toBeUndefined()
  const documentId = await uploaded()
  const [link] = await linksOf(documentId)
  expect(link).toMatchObject({ width: 1200, height: 800 })
  const answer = await get(link?.url, authorized(reviewer.token))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline; filename="page-1.webp"; filename*=UTF-8\'\'page-1.webp',
  })
  const shown = Buffer.from(await answer.arrayBuffer())
  const { format, width, height, exif: kept, xmp } = await sharp(shown).metadata()
  expect({ format, width, height, kept, xmp }).toEqual({
    format: 'webp',
    width: 1200,
    height: 800,
    kept: undefined,
    xmp: undefined,
  })
  expect(shown.includes(MARKER)).toBe(false)
  expect(await distance(shown, photo)).toBeLessThan(4)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'EXIF orientation %i is turned upright',
  async (orientation) => {
    const file = await picture(240, 160)
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toBuffer()
    const upright = await sharp(file).autoOrient().png().toBuffer()
    expect(await distance(await pageOf(await uploaded(file)), upright)).toBeLessThan(4)
  },
)

test('a large PNG is made smaller, a transparent one stands on white', async () => {
  const large = await picture(5000, 2500).png().toBuffer()
  expect(await linksOf(await uploaded(large, 'image/png'))).toMatchObject([
    { width: 2400, height: 1200 },
  ])
  const clear = await sharp({
    create: { width: 40, height: 40, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer()
  const shown = await sharp(await pageOf(await uploaded(clear, 'image/png'))).stats()
  expect(shown.channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('of a moving WebP the first picture is kept', async () => {
  const frames = await Promise.all(
    ['#c03030', '#3030c0'].map((background) =>
      sharp({ create: { width: 50, height: 50, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const shown = await pageOf(await uploaded(moving, 'image/webp'))
  const { width, height, pages } = await sharp(shown).metadata()
  expect({ width, height, pages: pages ?? 1 }).toEqual({ width: 50, height: 50, pages: 1 })
  const { channels } = await sharp(shown).stats()
  expect(channels[0]?.mean).toBeGreaterThan(150)
})

test('each page of a PDF becomes a picture', async () => {
  const file = textPdf([['first page'], ['second page']])
  const { status, body } = await upload(server, member.token, file, { type: 'application/pdf' })
  expect({ status, pages: body.pages }).toEqual({ status: 200, pages: 2 })
  const links = await linksOf(body.documentId)
  expect(links.map(({ width, height }) => ({ width, height }))).toEqual([
    { width: 1272, height: 1800 },
    { width: 1272, height: 1800 },
  ])
  const pages = [await pageOf(body.documentId, 1), await pageOf(body.documentId, 2)]
  for (const page of pages) {
    const { channels } = await sharp(page).stats()
    // Black letters on white.
    expect(channels[0]?.min).toBeLessThan(60)
    expect(channels[0]?.mean).toBeGreaterThan(200)
  }
})

test('a stolen folder gives nothing away', async () => {
  const documentId = await uploaded()
  const shown = await pageOf(documentId)
  const names = await readdir(folder)
  expect(names).toContain(`${documentId}-1.sealed`)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  // Any sixteen bytes of the picture, and every mark of a picture file.
  const marks = [0, 100, 1000].map((at) => shown.subarray(at, at + 16))
  for (const name of names) {
    const file = path.join(folder, name)
    const bytes = await readFile(file)
    expect((await stat(file)).mode & 0o777, name).toBe(0o600)
    for (const mark of [...marks, Buffer.from(MARKER), Buffer.from('WEBPVP8')]) {
      expect(bytes.includes(mark), name).toBe(false)
    }
  }
  const { sealed_key: sealed } = await server.db
    .selectFrom('kyc_document')
    .select('sealed_key')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  await expect(
    server.context.vault.open(sealed, `kyc_document:${randomUUID()}:key`),
  ).rejects.toThrow()
})

test('a page file that was put in the place of another is not shown', async () => {
  const [mine, other] = [await uploaded(), await uploaded()]
  await writeFile(
    path.join(folder, `${mine}-1.sealed`),
    await readFile(path.join(folder, `${other}-1.sealed`)),
  )
  const [link] = await linksOf(mine)
  expect((await get(link?.url, authorized(reviewer.token))).status).toBe(500)
})

test('a link works for five minutes, for its person and its page only', async () => {
  const documentId = await uploaded(textPdf([['one'], ['two']]), 'application/pdf')
  const other = await server.staff('admin')
  const [first, second] = await linksOf(documentId)
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const [late] = await linksOf(documentId, reviewer.staffId, ago(5.1))
  const [almost] = await linksOf(documentId, reviewer.staffId, ago(4.8))
  const swapped = second?.url.replace('/2?', '/1?')
  const longer = late?.url.replace(/ticket=\d+/, `ticket=${Math.floor(Date.now() / 1000) + 300}`)
  const refusals: [string | undefined, string, RegExp][] = [
    [first?.url, other.token, /not yours/],
    [late?.url, reviewer.token, /has ended/],
    [longer, reviewer.token, /not yours/],
    [swapped, reviewer.token, /not yours/],
    [first?.url.replace(/ticket=.*/, 'ticket=x'), reviewer.token, /not yours/],
    [first?.url.replace(/ticket=.*/, 'ticket='), reviewer.token, /not yours/],
  ]
  for (const [url, token, words] of refusals) {
    const answer = await get(url, authorized(token))
    expect(answer.status).toBe(403)
    expect((await answer.json()).message).toMatch(words)
  }
  expect((await get(almost?.url, authorized(reviewer.token))).status).toBe(200)
  expect((await get(first?.url, {})).status).toBe(401)
  expect((await get(first?.url, authorized(member.token))).status).toBe(403)
  const finance = await server.staff('finance')
  const [theirs] = await linksOf(documentId, finance.staffId)
  expect((await get(theirs?.url, authorized(finance.token))).status).toBe(403)
})

test('the cookie of the person alone shows a page', async () => {
  const [link] = await linksOf(await uploaded())
  const cookie = newToken()
  await server.db
    .updateTable('session')
    .set({ cookie_hash: sha256(cookie) })
    .where('staff_id', '=', reviewer.staffId)
    .execute()
  expect(
    (await get(link?.url, { cookie: `${cookieName(server.context, 'hil_session')}=${cookie}` }))
      .status,
  ).toBe(200)
})

test('who is no member uploads nothing, whatever they send', async () => {
  expect((await upload(server, undefined, photo)).status).toBe(401)
  expect((await upload(server, reviewer.token, photo)).status).toBe(403)
  expect((await upload(server, member.token, photo, { field: 'aadhaar' })).status).toBe(400)
})

test('before the consent to KYC nothing is taken, nor when it ends while the file is opened', async () => {
  const silent = await server.member()
  const refused = await upload(server, silent.token, photo)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/needs your consent/)

  const hasty = await newMember(server)
  const large = await picture(6000, 6000).png().toBuffer()
  const uploading = upload(server, hasty.token, large, { type: 'image/png' })
  await delay(150)
  await server.db
    .updateTable('member_consent')
    .set({ withdrawn_at: new Date() })
    .where('member_id', '=', hasty.memberId)
    .execute()
  expect((await uploading).status).toBe(409)
  const kept = await server.db
    .selectFrom('kyc_document')
    .select('document_id')
    .where('member_id', 'in', [silent.memberId, hasty.memberId])
    .execute()
  expect(kept).toEqual([])
})

test('the thirty-first upload of an hour has to wait', async () => {
  const busy = await newMember(server)
  for (let taken = 0; taken < 29; taken++) {
    await takeFromWindow(server.db, `kyc-upload:${busy.memberId}`, {
      limit: 30,
      windowSeconds: 3600,
    })
  }
  expect((await upload(server, busy.token, photo)).status).toBe(200)
  expect((await upload(server, busy.token, photo)).status).toBe(429)
})

test('an upload is attached once, by its member, for its field', async () => {
  const documentId = await uploaded()
  const at = new Date()
  const named = { memberId: member.memberId, field: 'pan', documentId, at }
  const attach = (other: Partial<typeof named>) =>
    transaction(server.db, (tx) => attachDocument(tx, { ...named, ...other }))
  const stranger = await newMember(server)
  for (const wrong of [
    { memberId: stranger.memberId },
    { field: 'bank' },
    { documentId: randomUUID() },
  ]) {
    await expect(attach(wrong)).rejects.toMatchObject({ code: 'invalid' })
  }
  await attach({})
  await expect(attach({})).rejects.toMatchObject({
    fields: { 'pan.documentId': expect.stringContaining('Upload it again.') },
  })
})

const filesNow = () => readdir(folder)
const isKnown = async (documentId: string) =>
  (await documentLinks(server.context, [documentId], 1, new Date())).has(documentId)

test('housekeeping removes what was named in no submission for a day, and strays', async () => {
  const [loose, young, attached] = [await uploaded(), await uploaded(), await uploaded()]
  await transaction(server.db, (tx) =>
    attachDocument(tx, {
      memberId: member.memberId,
      field: 'pan',
      documentId: attached,
      at: new Date(),
    }),
  )
  const yesterday = new Date(Date.now() - DAY_MS - 60_000)
  await server.db
    .updateTable('kyc_document')
    .set({ uploaded_at: yesterday })
    .where('document_id', 'in', [loose, attached])
    .execute()
  const strays = [
    `${randomUUID()}-1.sealed`,
    `${attached}-2.sealed.0123456789ab.draft`,
    'somebody-elses.txt',
  ]
  for (const name of strays) await writeFile(path.join(folder, name), 'x')
  for (const name of await filesNow()) await utimes(path.join(folder, name), yesterday, yesterday)
  await writeFile(path.join(folder, `${young}-1.sealed.0123456789ab.draft`), 'x')

  await sweepDocuments(server.context)
  const left = await filesNow()
  expect(left).not.toContain(`${loose}-1.sealed`)
  expect(left).not.toContain(strays[0])
  expect(left).not.toContain(strays[1])
  expect(left).toEqual(
    expect.arrayContaining([
      `${young}-1.sealed`,
      `${young}-1.sealed.0123456789ab.draft`,
      `${attached}-1.sealed`,
      'somebody-elses.txt',
    ]),
  )
  expect(await Promise.all([loose, young, attached].map(isKnown))).toEqual([false, true, true])
})

test('sealed by a key that has just been retired, nothing is kept and the member tries again', async () => {
  await uploaded()
  const { vault } = server.context
  const { seal } = vault
  vault.seal = async (plain, context) => {
    const sealed = await seal(plain, context)
    sealed.writeUInt32BE(4_000_000, 1)
    return sealed
  }
  const before = await filesNow()
  const answer = await fetch(`${server.url}${uploadKycDocument.path}?field=pan`, {
    method: 'POST',
    headers: { authorization: member.token, 'content-type': 'image/jpeg' },
    body: new Uint8Array(photo),
  })
  vault.seal = seal
  expect(answer.status).toBe(503)
  expect(await filesNow()).toEqual(before)
  await uploaded()
})

test('the documents of a member go with the transaction, or stay with it', async () => {
  const gone = await newMember(server)
  const { body } = await upload(server, gone.token, photo)
  const file = `${body.documentId}-1.sealed`
  await expect(
    transaction(server.db, async (tx) => {
      await deleteDocumentsOf(server.context, tx, gone.memberId)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await isKnown(body.documentId)).toBe(true)
  expect(await filesNow()).toContain(file)

  await transaction(server.db, (tx) => deleteDocumentsOf(server.context, tx, gone.memberId))
  expect(await isKnown(body.documentId)).toBe(false)
  for (let tries = 0; tries < 100 && (await filesNow()).includes(file); tries++) await delay(100)
  expect(await filesNow()).not.toContain(file)
})

test('the document of the API says what may be uploaded', async () => {
  const { paths } = await (await fetch(`${server.url}/api/openapi.json`)).json()
  expect(paths[uploadKycDocument.path].post.requestBody.content).toMatchObject({
    'image/jpeg': { schema: { type: 'string', format: 'binary' } },
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
  })
  expect(kycDocumentPage.path in paths).toBe(false)
})

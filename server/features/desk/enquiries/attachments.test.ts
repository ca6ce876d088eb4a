import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as own from '../../../../contract/desk/member-enquiries.ts'
import { openVault } from '../../platform/vault/vault.service.ts'
import { rotate } from '../../platform/vault/rotation.service.ts'
import { patiently } from '../../../test/patiently.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { textPdf } from '../../people/kyc-documents/test-files.ts'
import { sweepDocuments } from '../../people/kyc-documents/sweep.service.ts'
import { takeFromWindow } from '../../platform/throttle/throttle.service.ts'
import { tidyEnquiries } from './closing.service.ts'
import { ask, asked, at, detailOf, mine, write } from './test-support.ts'

const DAY_MS = 86_400_000
// A busy server asks to try again, and a rotation waits for others to see its key.
vi.setConfig({ testTimeout: 90_000 })

let server: TestServer
let member: { token: string; memberId: number }
let cs: { token: string; staffId: number }
let folder: string
let photo: Buffer

beforeAll(async () => {
  server = await testServer()
  member = await server.member()
  cs = await server.staff('cs')
  folder = path.join(server.context.config.DOCUMENTS_DIR, 'enquiries')
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c03030' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.stop())

function upload(token: string | undefined, file = photo, type = 'image/jpeg') {
  return patiently(async () => {
    const answer = await fetch(`${server.url}${own.uploadEnquiryAttachment.path}`, {
      method: 'POST',
      headers: { ...(token && { authorization: token }), 'content-type': type },
      body: new Uint8Array(file),
    })
    // What a test expects of the body it says itself.
    const body = (await answer.json()) as { attachmentId: string; pages: number; message: string }
    return { status: answer.status, body }
  })
}

async function uploaded(token = member.token): Promise<string> {
  const { status, body } = await upload(token)
  expect(status, body.message).toBe(200)
  return body.attachmentId
}

const get = (url: string | undefined, token: string) =>
  fetch(`${server.url}${url}`, { headers: { authorization: token } })

async function linksOf(enquiryId: string, who = cs) {
  const { body } = await detailOf(server, who, enquiryId)
  return body.messages.flatMap(({ attachments }) => attachments.flatMap(({ pages }) => pages))
}

test('a picture is shown to staff as it was sent, by a link that is one person’s and ends', async () => {
  const attachmentId = await uploaded()
  const enquiryId = await asked(server, member, { attachmentIds: [attachmentId] })
  const [link] = await linksOf(enquiryId)
  expect(link).toMatchObject({ width: 300, height: 200 })
  const answer = await get(link?.url, cs.token)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const shown = Buffer.from(await answer.arrayBuffer())
  const { channels } = await sharp(shown).stats()
  expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([12, 3, 3])

  const admin = await server.staff('admin')
  expect((await get(link?.url, admin.token)).status).toBe(403)
  expect((await get(link?.url, member.token)).status).toBe(403)
  expect((await get(link?.url.replace('/1?', '/2?'), cs.token)).status).toBe(403)
  const later = new Date(Date.now() + 5 * 60_000)
  expect((await at(server, later, () => get(link?.url, cs.token))).status).toBe(403)
  // A ticket for a page of KYC is none for this one.
  const kyc = link?.url.replace('/enquiry-attachments/', '/kyc/documents/')
  expect((await get(kyc, cs.token)).status).toBe(403)

  const { body } = await mine(server, member, enquiryId)
  expect(body.messages[0]?.attachments).toEqual([{ attachmentId, pages: 1 }])
  for (const name of await readdir(folder)) expect(name).toMatch(/^[0-9a-f-]{36}-1\.sealed$/)
})

test('a message brings its own, in the order of their upload', async () => {
  const enquiryId = await asked(server, member)
  const first = await uploaded()
  const pdf = await upload(member.token, textPdf([['one'], ['two']]), 'application/pdf')
  expect(pdf.body.pages).toBe(2)
  const attachmentIds = [pdf.body.attachmentId, first, first]
  expect((await write(server, member, enquiryId, { attachmentIds })).status).toBe(200)
  const { body } = await mine(server, member, enquiryId)
  expect(body.messages.map(({ attachments }) => attachments)).toEqual([
    [],
    [
      { attachmentId: first, pages: 1 },
      { attachmentId: pdf.body.attachmentId, pages: 2 },
    ],
  ])
})

test('another’s, one that was sent already and one of yesterday are refused, and nothing is left', async () => {
  const stranger = await server.member()
  const [theirs, sent, old] = [await uploaded(stranger.token), await uploaded(), await uploaded()]
  const enquiryId = await asked(server, member, { attachmentIds: [sent] })
  await server.db
    .updateTable('enquiry_attachment')
    .set({ uploaded_at: new Date(Date.now() - DAY_MS - 1000) })
    .where('attachment_id', '=', old)
    .execute()
  const good = await uploaded()
  const poor = await server.member()
  for (const wrong of [theirs, sent, old]) {
    const attachmentIds = [good, wrong]
    const opened = await ask(server, member, { attachmentIds })
    expect(opened.status).toBe(400)
    expect(opened.body).toMatchObject({ fields: { attachmentIds: expect.any(String) } })
    expect((await write(server, member, enquiryId, { attachmentIds })).status).toBe(400)
  }
  expect((await ask(server, poor, { attachmentIds: [good] })).status).toBe(400)
  expect((await mine(server, member, enquiryId)).body.messages).toHaveLength(1)
  // Nothing of what was refused tied it to anything.
  const kept = await write(server, member, enquiryId, { attachmentIds: [good] })
  expect(kept.status).toBe(200)
})

test('of two messages that name one upload at once, one has it', async () => {
  const enquiryId = await asked(server, member)
  const other = await asked(server, member)
  const attachmentIds = [await uploaded()]
  const both = await Promise.all([
    write(server, member, enquiryId, { attachmentIds }),
    write(server, member, other, { attachmentIds }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('a whole Aadhaar number in a file is refused, and nothing of it is kept', async () => {
  const before = await readdir(folder)
  const shows = textPdf([['Aadhaar 2341 2341 2346']])
  const refused = await upload(member.token, shows, 'application/pdf')
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(/Cover its first eight digits/)
  expect((await upload(member.token, Buffer.from('no picture'))).status).toBe(415)
  expect((await upload(member.token, photo, 'text/html')).status).toBe(415)
  expect((await upload(undefined)).status).toBe(401)
  expect((await upload(cs.token)).status).toBe(403)
  expect(await readdir(folder)).toEqual(before)
})

test('the thirty-first upload of an hour has to wait', async () => {
  const busy = await server.member()
  for (let taken = 0; taken < 29; taken++) {
    await takeFromWindow(server.db, `enquiry-upload:${busy.memberId}`, {
      limit: 30,
      windowSeconds: 3600,
    })
  }
  expect((await upload(busy.token)).status).toBe(200)
  expect((await upload(busy.token)).status).toBe(429)
})

test('a loose one is shown to nobody, and deleted with its file after a day', async () => {
  const [loose, young, named] = [await uploaded(), await uploaded(), await uploaded()]
  const enquiryId = await asked(server, member, { attachmentIds: [named] })
  const yesterday = new Date(Date.now() - DAY_MS - 60_000)
  await server.db
    .updateTable('enquiry_attachment')
    .set({ uploaded_at: yesterday })
    .where('attachment_id', 'in', [loose, named])
    .execute()
  for (const name of await readdir(folder))
    await utimes(path.join(folder, name), yesterday, yesterday)
  // The pages of KYC have their own shelf: their sweep must not take these for strays.
  await sweepDocuments(server.context)
  expect(await readdir(folder)).toContain(`${loose}-1.sealed`)
  await tidyEnquiries(server.context)
  const files = await readdir(folder)
  expect(files).not.toContain(`${loose}-1.sealed`)
  expect(files).toContain(`${young}-1.sealed`)
  expect(files).toContain(`${named}-1.sealed`)
  const [link] = await linksOf(enquiryId)
  expect((await get(link?.url, cs.token)).status).toBe(200)
})

test('after a rotation of the keys the older key is gone and the picture is there', async () => {
  const enquiryId = await asked(server, member, { attachmentIds: [await uploaded()] })
  const before = await sealing()
  const { db, keys, connection } = server.context
  await rotate({ db, connection, keys }, () => {})
  const after = await sealing()
  expect(after).toHaveLength(1)
  expect(before).not.toContain(after[0])
  server.context.vault = await openVault({ db, keys })
  const [link] = await linksOf(enquiryId)
  expect((await get(link?.url, cs.token)).status).toBe(200)
})

async function sealing(): Promise<number[]> {
  const rows = await server.db
    .selectFrom('enquiry_attachment')
    .select('key_id as keyId')
    .distinct()
    .execute()
  return rows.map(({ keyId }) => keyId)
}

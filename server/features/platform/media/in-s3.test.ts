import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as enquiries from '../../../../contract/desk/member-enquiries.ts'
import { fakeS3, S3, type FakeS3 } from '../../../test/fake-s3.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { newMember, upload as uploadDocument } from '../../people/kyc-documents/test-support.ts'
import { sweepMedia } from './media-files.service.ts'
import { begin, claimOf, fileAt, film, photo, sendPiece, upload } from './test-support.ts'

vi.setConfig({ testTimeout: 60_000 })

let s3: FakeS3
let server: TestServer
let token: string

beforeAll(async () => {
  s3 = await fakeS3()
  server = await testServer({
    FILES_S3_ENDPOINT: s3.endpoint,
    FILES_S3_REGION: S3.region,
    FILES_S3_BUCKET: S3.bucket,
    FILES_S3_KEY_ID: S3.keyId,
    FILES_S3_SECRET: S3.secret,
  })
  token = (await server.staff('marketing')).token
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})

test('with a bucket every file of the product is in it, and none in a folder', async () => {
  const film2 = await film()
  const { status, body } = await upload(server, token, film2, { type: 'video/mp4' })
  expect(status, body.message).toBe(200)
  const whole = await fileAt(server, body.videoUrl ?? '')
  expect(whole.bytes.length).toBe(body.bytes)
  const part = await fileAt(server, body.videoUrl ?? '', { range: 'bytes=100-299' })
  expect(part.status).toBe(206)
  expect(part.bytes.equals(whole.bytes.subarray(100, 300))).toBe(true)

  const member = await newMember(server)
  const shot = await photo(300, 200).jpeg().toBuffer()
  expect((await uploadDocument(server, member.token, shot)).status).toBe(200)
  const attached = await fetch(`${server.url}${enquiries.uploadEnquiryAttachment.path}`, {
    method: 'POST',
    headers: { authorization: member.token, 'content-type': 'image/jpeg' },
    body: new Uint8Array(shot),
  })
  expect(attached.status).toBe(200)

  const keys = [...s3.objects.keys()].map((key) => key.replace(/[0-9a-f-]{32,36}/, '*')).toSorted()
  expect(keys).toEqual(['documents/*-1.sealed', 'documents/enquiries/*-1.sealed', 'media/*.mp4'])
  const { MEDIA_DIR, DOCUMENTS_DIR, DATA_DIR } = server.context.config
  expect([existsSync(MEDIA_DIR), existsSync(DOCUMENTS_DIR)]).toEqual([false, false])
  expect(await readdir(DATA_DIR)).toEqual(['master.key'])
})

test('a store that is away costs a request, not what arrived before', async () => {
  const file = await photo(200, 200).jpeg().toBuffer()
  const { uploadId } = (await begin(server, token, claimOf(file))).body
  s3.next.push(...Array.from({ length: 4 }, () => ({ status: 500 })))
  const away = await sendPiece(server, token, { uploadId, number: 0, bytes: file })
  expect(away.status).toBe(503)
  expect(away.body.message).toBe('The file store does not answer. Try again in a minute.')
  expect((await begin(server, token, claimOf(file))).body).toMatchObject({ uploadId, received: 0 })
  const again = await sendPiece(server, token, { uploadId, number: 0, bytes: file })
  expect(again.body.received).toBe(file.length)
})

test('the sweep finds in the bucket what nothing knows', async () => {
  const old = new Date(Date.now() - 2 * 86_400_000)
  const stray = `media/${'d'.repeat(32)}-1-320.webp`
  s3.objects.set(stray, { bytes: Buffer.from('x'), at: old })
  for (const kept of s3.objects.values()) kept.at = old
  const before = [...s3.objects.keys()].filter((key) => key.endsWith('.mp4'))
  await sweepMedia(server.context)
  expect(s3.objects.has(stray)).toBe(false)
  expect([...s3.objects.keys()]).toEqual(expect.arrayContaining(before))
})

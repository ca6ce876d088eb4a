import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/kyc.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  bodyOf,
  newMember,
  numbers,
  open,
  send,
  submitted,
  upload,
  USUAL,
  type Person,
  type Reviewer,
} from './test-support.ts'

let server: TestServer
let asha: Reviewer
let ravi: Reviewer

beforeAll(async () => {
  server = await testServer()
  asha = await server.staff('cs')
  ravi = await server.staff('almond team')
})
afterAll(() => server.stop())

const detailFor = (who: { token: string }, { memberId }: Person) =>
  server.call(contract.getKyc, { token: who.token, params: { memberId } })

test('a KYC is shown masked, looked at, and linked to its documents', async () => {
  const own = numbers()
  const member = await submitted(server, [...USUAL, 'upi'], own)
  const { body } = await detailFor(ravi, member)
  const fields = new Map(body.fields.map((field) => [field.field, field]))
  expect(fields.get('pan')?.parts).toEqual([
    { label: 'Number', mask: `${own.pan.slice(0, 5)}****K`, hidden: true },
    { label: 'Name', mask: 'Ramesh Kumar', hidden: false },
  ])
  expect(fields.get('bank')?.parts).toEqual([
    { label: 'Account', mask: `••••••••${own.account.slice(-4)}`, hidden: true },
    { label: 'IFSC', mask: 'HDFC0001234', hidden: false },
    { label: 'Name', mask: 'Ramesh Kumar', hidden: false },
  ])
  for (const { checks } of body.fields) {
    for (const check of checks) expect(check.state, JSON.stringify(check)).toBe('ok')
  }
  expect(fields.get('selfie')?.document?.pages).toEqual([
    { url: expect.stringMatching(/^\/api\/admin\/kyc\/documents\//), width: 800, height: 600 },
  ])
  const told = JSON.stringify(body)
  for (const number of Object.values(own)) expect(told).not.toContain(number)
})

test('a reviewer sees the pictures that the member uploaded', async () => {
  const member = await newMember(server)
  const picture = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#7a5' },
  })
    .png()
    .toBuffer()
  const uploaded = await fetch(`${server.url}/api/member/kyc/documents?field=selfie`, {
    method: 'POST',
    headers: { authorization: member.token, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  const { documentId } = await uploaded.json()
  const body = await bodyOf(server, member, USUAL)
  const sent = await send(server, member, { ...body, selfie: { documentId } })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const { fields } = (await open(server, asha, member)).body
  const [page] = fields.find(({ field }) => field === 'selfie')?.document?.pages ?? []
  const shown = await fetch(`${server.url}${page?.url}`, {
    headers: { authorization: asha.token },
  })
  expect(shown.status).toBe(200)
  const { format, width } = await sharp(await shown.arrayBuffer()).metadata()
  expect({ format, width }).toEqual({ format: 'webp', width: page?.width })
  const other = await fetch(`${server.url}${page?.url}`, {
    headers: { authorization: ravi.token },
  })
  expect(other.status).toBe(403)
})

test('who does not decide sees no pictures', async () => {
  const member = await submitted(server)
  const { body } = await detailFor(await server.staff('finance'), member)
  expect(body.fields.find(({ field }) => field === 'selfie')?.document?.pages).toEqual([])
})

test('the detail is empty for a member who sent nothing, and 404 for nobody', async () => {
  const member = await newMember(server)
  expect((await detailFor(asha, member)).body).toMatchObject({
    kycState: 'none',
    version: 0,
    fields: [],
    points: { available: 0, held: 0 },
  })
  expect((await detailFor(asha, { ...member, memberId: 99_999_999 })).status).toBe(404)
})

test('a reviewer is told who else has the same PAN, account or file', async () => {
  const own = numbers()
  const first = await submitted(server, USUAL, own)
  const second = await newMember(server)
  const body = await bodyOf(server, second, USUAL, { pan: own.pan, account: own.account })
  const file = await upload(server, second, 'selfie', 'the very same')
  const third = await newMember(server)
  const thirds = await bodyOf(server, third, USUAL)
  // Another branch of the same bank: the same account.
  const bank = { ...(body.bank as object), ifsc: 'HDFC0009999' }
  await send(server, second, { ...body, bank, selfie: { documentId: file } })
  const same = await upload(server, third, 'selfie', 'the very same')
  await send(server, third, { ...thirds, selfie: { documentId: same } })

  const { fields } = (await detailFor(asha, second)).body
  const code = `M${first.mobile}`
  for (const field of fields.filter(({ field }) => field === 'pan' || field === 'bank')) {
    expect(field.duplicates).toEqual([
      {
        memberId: first.memberId,
        memberCode: code,
        memberName: 'Ramesh Kumar',
        kycState: 'pending',
      },
    ])
    expect(field.checks).toContainEqual(
      expect.objectContaining({ state: 'warn', detail: expect.stringContaining(code) }),
    )
  }
  expect(fields.find(({ field }) => field === 'selfie')?.checks).toEqual([
    {
      label: 'Document',
      state: 'wrong',
      detail: `The very same file was sent by M${third.mobile}.`,
    },
  ])
  const queue = await server.call(contract.kycQueue, {
    token: asha.token,
    query: { q: second.mobile },
  })
  expect(queue.body.items).toMatchObject([{ memberId: second.memberId, duplicates: 1 }])
})

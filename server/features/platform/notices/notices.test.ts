import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveBatch, rejectBatch } from '../../../../contract/programme/batches.ts'
import { myNotices, readNotices } from '../../../../contract/platform/notices.ts'
import {
  approveAdjustment,
  rejectAdjustment,
  requestAdjustment,
} from '../../../../contract/desk/users.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { requested, team, type Team } from '../../programme/batches/test-support.ts'
import { asked, assign } from '../../desk/enquiries/test-support.ts'
import { sweepNotices, tellStaff } from './notices.service.ts'

let server: TestServer
let people: Team

beforeAll(async () => {
  server = await testServer({ BATCH_SECOND_APPROVAL_FROM: '1000' })
  people = await team(server)
})
afterAll(() => server.stop())

const listed = async ({ token }: { token: string }) =>
  (await server.call(myNotices, { token })).body
const tell = (staffId: number, words: string, { at = new Date(), link = '/dashboard' } = {}) =>
  transaction(server.db, (tx) => tellStaff(tx, { staffId, words, link, at }))
/** What somebody was told, the newest first, with where it leads. */
const told = async (to: { token: string }) =>
  (await listed(to)).items.map(({ words, link }) => [words, link])

test('notices are listed to their person only, the newest first, and counted until they are read', async () => {
  const [mine, others] = [await server.staff('cs'), await server.staff('cs')]
  for (const words of ['First.', 'Second.', 'Third.']) await tell(mine.staffId, words)
  await tell(others.staffId, 'Not mine.')
  const { unread, items } = await listed(mine)
  expect([unread, items.map(({ words }) => words)]).toEqual([3, ['Third.', 'Second.', 'First.']])
  const seen = { noticeIds: [items[0]?.noticeId ?? ''] }
  expect((await server.call(readNotices, { token: mine.token, body: seen })).body).toEqual({
    unread: 2,
  })
  await server.call(readNotices, { token: others.token, body: seen })
  expect((await listed(mine)).items.map((one) => one.read)).toEqual([true, false, false])
  const upTo = items[1]?.noticeId ?? ''
  const read = await server.call(readNotices, { token: mine.token, body: { upTo } })
  expect(read.body).toEqual({ unread: 0 })
  await tell(mine.staffId, 'Fourth.')
  expect((await listed(mine)).items.map((one) => one.read)).toEqual([false, true, true, true])
  const both = { ...seen, upTo }
  for (const body of [both, {}]) {
    expect((await server.call(readNotices, { token: mine.token, body })).status).toBe(400)
  }
  expect(await listed(others)).toMatchObject({ unread: 1 })
})

test('a notice is told in its transaction, leads inside only, and is cut where it is long', async () => {
  const mine = await server.staff('hod')
  for (const link of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/dashboard?open=\0',
    'dashboard',
  ]) {
    await expect(tell(mine.staffId, 'Look.', { link })).rejects.toThrow('leads inside')
  }
  const undone = transaction(server.db, async (tx) => {
    await tellStaff(tx, { staffId: mine.staffId, words: 'Gone.', link: '/a', at: new Date() })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await tell(mine.staffId, '🙂'.repeat(200))
  const { items } = await listed(mine)
  expect(items).toHaveLength(1)
  expect(items[0]?.words).toMatch(/^🙂+.?…$/u)
})

test('notices are kept for ninety days', async () => {
  const mine = await server.staff('hod')
  const daysAgo = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000) })
  await tell(mine.staffId, 'Old.', daysAgo(91))
  await tell(mine.staffId, 'Kept.', daysAgo(89))
  await sweepNotices(server.context)
  expect(await told(mine)).toEqual([['Kept.', '/dashboard']])
})

test('who asked for a batch is told of the last approval and of a rejection, each once', async () => {
  const big = await requested(server, people, { quantity: 1000 })
  const link = `/dashboard/QrTokenHistories?open=${big.batchId}`
  const params = { batchId: big.batchId }
  await server.call(approveBatch, { token: people.checker.token, params, body: {} })
  expect(await told(people.maker)).toEqual([])
  await server.call(approveBatch, { token: people.second.token, params, body: {} })
  const approved = [`Batch ${big.batchId}, which you asked for, was approved.`, link]
  expect(await told(people.maker)).toEqual([approved])
  const small = await requested(server, people)
  await server.call(rejectBatch, {
    token: people.checker.token,
    params: { batchId: small.batchId },
    body: { note: 'Not now, please.' },
  })
  expect(await told(people.maker)).toEqual([
    [
      `Batch ${small.batchId}, which you asked for, was rejected.`,
      `/dashboard/QrTokenHistories?open=${small.batchId}`,
    ],
    approved,
  ])
  expect(await told(people.checker)).toEqual([])
})

test('who asked for an adjustment is told what another decided', async () => {
  const [maker, checker] = [await server.staff('cs'), await server.staff('admin')]
  const { memberId } = await server.member()
  for (const done of ['approved', 'rejected'] as const) {
    const body = { idempotencyKey: randomUUID(), points: 2500, reason: 'A torn pack' }
    const asking = { token: maker.token, params: { memberId }, body }
    const { adjustmentId } = (await server.call(requestAdjustment, asking)).body
    const deciding = { token: checker.token, params: { adjustmentId }, body: { note: 'Looked at' } }
    const answer = await (done === 'approved'
      ? server.call(approveAdjustment, deciding)
      : server.call(rejectAdjustment, deciding))
    expect(answer.status).toBe(200)
    expect((await told(maker))[0]).toEqual([
      `The adjustment of 2,500 points that you asked for was ${done}.`,
      `/dashboard/users?open=${memberId}`,
    ])
  }
  expect((await listed(maker)).unread).toBe(2)
})

test('who is given an enquiry by another is told; who takes one is not', async () => {
  const [giver, owner] = [await server.staff('cs'), await server.staff('cs')]
  const enquiryId = await asked(server, await server.member())
  await assign(server, giver, enquiryId, giver.staffId)
  await assign(server, giver, enquiryId, owner.staffId)
  await assign(server, owner, enquiryId, null)
  expect(await told(giver)).toEqual([])
  const [[words, link] = []] = await told(owner)
  expect(words).toMatch(/^Test cs gave you the enquiry \S+\.$/)
  expect(link).toBe(`/dashboard/enquiry?open=${enquiryId}`)
})

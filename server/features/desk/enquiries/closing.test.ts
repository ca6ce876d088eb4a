import { access } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { brokenInvariants } from '../users/test-support.ts'
import { keepAttachment } from './attachments.service.ts'
import { tidyEnquiries } from './closing.service.ts'
import {
  answer,
  asked,
  at,
  detailOf,
  note,
  resolve,
  thread,
  trailOf,
  write,
} from './test-support.ts'

const DAY_MS = 86_400_000
vi.setConfig({ testTimeout: 60_000 })
let server: TestServer
let cs: { token: string; staffId: number }
let admin: { token: string; staffId: number }

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  admin = await server.staff('admin')
})
afterAll(() => server.stop())

const now = new Date()
const day = (days: number) => new Date(now.getTime() + days * DAY_MS)
const tidyAt = (moment: Date) => at(server, moment, () => tidyEnquiries(server.context))
const stateOf = async (enquiryId: string) => (await detailOf(server, cs, enquiryId)).body.state

test('a week after it was resolved it is closed; a message within the week keeps it', async () => {
  const member = await server.member()
  const [quiet, kept, later] = await at(server, now, async () => {
    const made = [
      await asked(server, member),
      await asked(server, member),
      await asked(server, member),
    ]
    for (const enquiryId of made.slice(0, 2)) await resolve(server, cs, enquiryId)
    return made
  })
  if (!quiet || !kept || !later) throw new Error('Nothing was made.')
  await at(server, day(1), () => resolve(server, cs, later))
  await at(server, day(6.9), () => write(server, member, kept))
  await tidyAt(day(6.99))
  expect(await stateOf(quiet)).toBe('resolved')
  await Promise.all([tidyAt(day(7.01)), tidyEnquiries({ ...server.context, now: () => day(7.01) })])
  expect(await Promise.all([quiet, kept, later].map(stateOf))).toEqual([
    'closed',
    'in_progress',
    'resolved',
  ])
  const { body } = await detailOf(server, cs, quiet)
  expect(thread(body).slice(-2)).toEqual([
    'event: Resolved: Settled by telephone',
    'event: Closed: a week passed after it was resolved.',
  ])
  expect(body.messages.at(-1)?.by).toBe('HIL Dashboard')
  expect((await trailOf(server, quiet)).map(({ action, staffId }) => [action, staffId])).toEqual([
    ['enquiry.resolved', cs.staffId],
    ['enquiry.closed', null],
  ])
})

/** The tables of which some row, as text, holds this text. */
async function tablesThatHold(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public'`.execute(server.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}) as found`.execute(
      server.db,
    )
    if (rows[0]?.found) found.push(name)
  }
  return found
}

test('of an erased member no word and no attachment is left, and nobody can write any more', async () => {
  const [member, neighbour] = [await server.member(), await server.member()]
  const MARKER = 'Chandramukhi'
  const webp = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
  const pictures = [{ webp, width: 9, height: 9 }]
  const { attachmentId } = await keepAttachment(server.context, member.memberId, pictures)
  const loose = await keepAttachment(server.context, member.memberId, pictures)
  const words = { subject: `For ${MARKER}`, body: `${MARKER} asks` }
  const enquiryId = await asked(server, member, { ...words, attachmentIds: [attachmentId] })
  const waiting = await asked(server, member, words)
  const theirs = await asked(server, neighbour)
  await note(server, cs, enquiryId, { body: `Rang ${MARKER}` })
  await answer(server, cs, waiting, { body: `Dear ${MARKER}` })
  expect(await tablesThatHold(MARKER)).toEqual(
    expect.arrayContaining(['enquiry', 'enquiry_message']),
  )
  const files = [attachmentId, loose.attachmentId].map((id) =>
    path.join(server.context.config.DOCUMENTS_DIR, 'enquiries', `${id}-1.sealed`),
  )
  for (const file of files) await access(file)

  const erased = await server.call(eraseUser, {
    token: admin.token,
    params: { memberId: member.memberId },
    body: { reason: 'Asked for it in writing', confirm: `M${member.mobile}` },
  })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect(await tablesThatHold(MARKER)).toEqual([])
  for (const file of files) {
    await expect
      .poll(
        () =>
          access(file)
            .then(() => 'there')
            .catch(() => 'gone'),
        { timeout: 20_000 },
      )
      .toBe('gone')
  }
  for (const id of [enquiryId, waiting]) {
    const { body } = await detailOf(server, cs, id)
    expect(body).toMatchObject({ state: 'closed', subject: 'Erased', memberName: 'Erased member' })
    for (const message of body.messages) {
      expect(message).toMatchObject({ body: 'Erased', attachments: [] })
    }
    expect((await note(server, cs, id)).status).toBe(409)
    expect((await answer(server, cs, id)).status).toBe(409)
  }
  expect((await write(server, member, enquiryId)).status).toBe(401)
  const { body } = await detailOf(server, cs, theirs)
  expect(body).toMatchObject({ state: 'open', subject: 'Points of yesterday' })
  expect(await brokenInvariants(server)).toEqual([])
})

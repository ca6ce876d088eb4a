import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { approveNotification } from '../../../../contract/desk/notification-approval.ts'
import * as contract from '../../../../contract/desk/notifications.ts'
import type { NotificationDetail } from '../../../../contract/desk/notifications.ts'
import { patiently } from '../../../test/patiently.ts'
import type { TestServer } from '../../../test/server.ts'
import type { Notice } from '../../platform/messages/notify.ts'
import { tickNotifications } from './clock.service.ts'
import { sendToInbox } from './inbox-sender.service.ts'

export type Signed = { token: string }
export type Sender = Signed & { staffId: number }

/** What a draft says; to everybody, by the inbox only. */
export const contentOf = (changed: object = {}) => ({
  en: { title: 'Double points', body: 'This week every scan counts twice.' },
  hi: { title: 'दोगुने अंक', body: 'इस सप्ताह हर स्कैन के दोगुने अंक।' },
  mediaId: null,
  target: { to: 'page', page: 'scan' },
  audience: {},
  channels: ['inbox'],
  ...changed,
})

export const save = (server: TestServer, { token }: Signed, changed: object = {}) => {
  const body = { ...contentOf(), idempotencyKey: randomUUID(), ...changed }
  return patiently(() => server.call(contract.saveNotification, { token, body }))
}

export const schedule = (
  server: TestServer,
  { token }: Signed,
  { notificationId, version }: Pick<NotificationDetail, 'notificationId' | 'version'>,
  sendAt: string | null = null,
) =>
  patiently(() =>
    server.call(contract.scheduleNotification, {
      token,
      params: { notificationId },
      body: { version, sendAt },
    }),
  )

/** What the second person says: approves it as it was read. */
export const approve = (
  server: TestServer,
  { token }: Signed,
  { notificationId, version }: Pick<NotificationDetail, 'notificationId' | 'version'>,
) =>
  patiently(() =>
    server.call(approveNotification, {
      token,
      params: { notificationId },
      body: { version },
    }),
  )

export async function detailOf(
  server: TestServer,
  { token }: Signed,
  notificationId: number,
): Promise<NotificationDetail> {
  const params = { notificationId }
  const { status, body } = await server.call(contract.getNotification, { token, params })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

const reason = 'Asked by the head of sales'
export const stop = (server: TestServer, { token }: Signed, notificationId: number) =>
  server.call(contract.stopNotification, { token, params: { notificationId }, body: { reason } })
export const resume = (server: TestServer, { token }: Signed, notificationId: number) =>
  server.call(contract.resumeNotification, { token, params: { notificationId }, body: { reason } })

/**
 * A message that has begun, nobody reached yet; gives its id. Where it needs a second person there is
 * one. The server does no jobs (ROLE=web).
 */
export async function begun(server: TestServer, by: Signed, changed: object = {}): Promise<number> {
  const saved = await save(server, by, changed)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const planned = await schedule(server, by, saved.body)
  if (planned.status !== 200) throw new Error(JSON.stringify(planned.body))
  if (planned.body.state === 'proposed') {
    const approved = await approve(server, await server.staff('hod'), saved.body)
    if (approved.status !== 200) throw new Error(JSON.stringify(approved.body))
  }
  await tickNotifications(server.context)
  return saved.body.notificationId
}

export const toInbox = (server: TestServer, notificationId: number, piece?: number) =>
  sendToInbox(server.context, notificationId, new AbortController().signal, piece)

export async function rowsOf({ db }: TestServer, notificationId: number) {
  return db
    .selectFrom('notification_delivery')
    .select(['member_id as memberId', 'webhook', 'read_at as readAt', 'trouble'])
    .where('notification_id', '=', notificationId)
    .orderBy('member_id')
    .execute()
}

/** Members like those of the test server, many at once; gives their ids. */
export async function manyMembers({ db }: TestServer, count: number): Promise<number[]> {
  const { rows } = await sql<{ memberId: number }>`
    insert into member (code, mobile, name, kind, state, city, language, joined_at)
    select 'T' || (8000000000 + i), (8000000000 + i)::text, 'Member ' || i, 'mason', 27, 'Pune',
      case when i % 2 = 0 then 'hi' else 'en' end, now()
    from generate_series(1, ${count}) i returning member_id as "memberId"`.execute(db)
  await sql`insert into member_account (member_id) select member_id from member m
    where not exists (select from member_account a where a.member_id = m.member_id)`.execute(db)
  return rows.map(({ memberId }) => memberId)
}

export type Received = { notice: Notice; headers: IncomingHttpHeaders }
type Reply = number | 'cut' | 'silence' | { status: number; headers: Record<string, string> }

/** Whoever sends SMS: keeps what came, and answers as it is told. */
export async function openReceiver(reply: (notice: Notice) => Reply = () => 200) {
  const received: Received[] = []
  const state = { reply }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const notice = JSON.parse(text)
      received.push({ notice, headers: request.headers })
      const answer = state.reply(notice)
      if (answer === 'cut') return void request.socket.destroy()
      if (answer === 'silence') return
      if (typeof answer === 'number') return void response.writeHead(answer).end('{}')
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    state,
    port,
    url: `http://127.0.0.1:${port}/send`,
    /** Whoever had more than one message of a notification. */
    twice: () => {
      const names = received.map(({ notice }) => notice.deliveryId)
      return names.filter((name, index) => names.indexOf(name) !== index)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** A picture of the gallery as its rows are, without files. */
export async function pictureRow({ db }: TestServer, staffId: number): Promise<number> {
  const files = { pages: [[{ name: 'a-320.webp', width: 320, height: 200 }]], video: null }
  const { rows } = await sql<{ mediaId: number }>`
    insert into media (kind, title, width, height, bytes, files, added_by, added_at)
    values ('image', 'Poster', 320, 200, 1000, ${JSON.stringify(files)}, ${staffId}, now())
    returning media_id as "mediaId"`.execute(db)
  return rows[0]?.mediaId ?? 0
}

/** An offer that is shown until a moment; gives its id. */
export async function offerRow(
  server: TestServer,
  staffId: number,
  until: Date | null = null,
): Promise<number> {
  const mediaId = await pictureRow(server, staffId)
  const { rows } = await sql<{ offerId: number }>`
    insert into offer (title_en, title_hi, text_en, text_hi, media_id, audience, shown, from_at,
      to_at, changed_by, changed_at)
    values ('Diwali offer', 'दिवाली', '', '', ${mediaId}, '{}', true, now() - interval '1 day',
      ${until}, ${staffId}, now())
    returning offer_id as "offerId"`.execute(server.db)
  return rows[0]?.offerId ?? 0
}

import { sql } from 'kysely'
import { generate } from 'otplib'
import { expect, vi } from 'vitest'
import { closeMemberSession, myProfile } from '../../contract/people/members.ts'
import * as account from '../../contract/platform/my-account.ts'
import { ROLES, type Role } from '../../contract/roles.ts'
import * as session from '../../contract/platform/session.ts'
import { changeStaff, disableStaff, endStaffSessions } from '../../contract/people/staff.ts'
import { newToken, sha256 } from '../lib/crypto.ts'
import { hashPassword } from '../lib/password.ts'
import { patiently } from './patiently.ts'
import type { TestServer } from './server.ts'
import { versionOf } from '../features/platform/audit/versions.service.ts'

const PASSWORD = 'correct horse 9'
/** Settings under which every caller below can be made. */
export const CALLER_SETTINGS = { TOTP_REQUIRED_ROLES: 'almond team', ROLE: 'web' }

export type Caller = { token?: string; headers?: Record<string, string> }
type Make = (server: TestServer) => Promise<Caller>
type Signed = { token: string; staffId: number }

const reason = 'The person has left'

/** Sessions that were good, each ended in another way: nothing is open to them any more. */
const ENDED: Record<string, Make> = {
  nobody: async () => ({}),
  'a token that was never given out': async () => ({ token: newToken() }),
  'who signed out': ended(async (server, { token }) => {
    await server.call(session.logoutByPost, { token })
  }),
  'who did nothing for too long': ended((server, { token }) =>
    setSession(server, token, { seen_at: minutesAgo(31) }),
  ),
  'whose session has lasted too long': ended((server, { token }) =>
    setSession(server, token, { expires_at: minutesAgo(0) }),
  ),
  'whose account was disabled': ended(async (server, { staffId }, admin) => {
    await server.call(disableStaff, { token: admin, params: { staffId }, body: { reason } })
  }),
  'whose account is disabled while a session of it is there': ended(async ({ db }, { staffId }) => {
    const disabled = { disabled_at: new Date() }
    await db.updateTable('staff').set(disabled).where('staff_id', '=', staffId).execute()
  }),
  'who was signed out by an admin': ended(async (server, { staffId }, admin) => {
    await server.call(endStaffSessions, { token: admin, params: { staffId }, body: { reason } })
  }),
  'who has another role by now': ended(async (server, { staffId }, admin) => {
    const version = await versionOf(server.db, 'staff', staffId)
    const person = { name: 'Moved', email: `moved${staffId}@test.example`, role: 'cs' }
    const body = { ...person, reason, version }
    await server.call(changeStaff, { token: admin, params: { staffId }, body })
  }),
  'who set another password elsewhere': async (server) => {
    const { email } = await withPassword(server, 'admin')
    const [here, there] = [await signedIn(server, email), await signedIn(server, email)]
    await expectGood(server, here)
    const body = { password: 'battery staple 7', confirmPassword: 'battery staple 7' }
    await server.call(session.updatePassword, { token: there, body })
    return { token: here }
  },
  'who has the password and not the second factor': async (server) => {
    const { email } = await withPassword(server, 'admin')
    const token = await signedIn(server, email)
    const begun = await server.call(account.beginTwoFactor, { token })
    const code = await generate({ secret: begun.body.secret })
    await server.call(account.confirmTwoFactor, { token, body: { code } })
    const half = await server.call(session.login, { body: { email, password: PASSWORD } })
    expect(half.status).toBe(401)
    expect(half.headers.getSetCookie()).toEqual([])
    return half.body.token ? { token: half.body.token } : {}
  },
  'a member who signed out': async (server) => {
    const { token } = await goodMember(server)
    await server.call(closeMemberSession, { token })
    return { token }
  },
  'a member whose session has lasted too long': async (server) => {
    const { token } = await goodMember(server)
    await setSession(server, token, { expires_at: minutesAgo(0) })
    return { token }
  },
}

/** Who is somebody, and may do only what the contract says. */
const SOMEBODY: Record<string, Make> = {
  ...Object.fromEntries(
    ROLES.map((role): [string, Make] => [role, (server) => server.staff(role)]),
  ),
  member: (server) => server.member(),
}

/** May do only what every member of staff may: the role must have a second factor. */
const LIMITED: Record<string, Make> = {
  'who must set up a second factor first': async (server) => {
    const { email } = await withPassword(server, 'almond team')
    return { token: await signedIn(server, email) }
  },
}

/** A good session, but by its cookie alone: another site can make a browser send as much. */
const COOKIE_ONLY: Record<string, Make> = {
  'a cookie without the token': async (server) => {
    const { email } = await withPassword(server, 'admin')
    const { headers } = await server.call(session.login, { body: { email, password: PASSWORD } })
    const cookie = headers.getSetCookie().find((one) => one.includes('hil_session='))
    expect(cookie).toBeDefined()
    return { headers: { cookie: cookie?.split(';')[0] ?? '' } }
  },
}

export const CALLERS = { ...ENDED, ...SOMEBODY, ...LIMITED, ...COOKIE_ONLY }
export const isEnded = (name: string) => name in ENDED
export const isLimited = (name: string) => name in LIMITED
export const isCookieOnly = (name: string) => name in COOKIE_ONLY

/** A session of an admin that is good and then ended. */
function ended(end: (server: TestServer, signed: Signed, admin: string) => Promise<void>): Make {
  return async (server) => {
    const [signed, admin] = [await server.staff('admin'), await server.staff('admin')]
    await expectGood(server, signed.token)
    await end(server, signed, admin.token)
    return { token: signed.token }
  }
}

async function expectGood(server: TestServer, token: string): Promise<void> {
  expect((await server.call(session.whoAmI, { token })).status).toBe(200)
}

async function goodMember(server: TestServer) {
  const member = await server.member()
  expect((await server.call(myProfile, { token: member.token })).status).toBe(200)
  return member
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function setSession(
  { db }: TestServer,
  token: string,
  change: { seen_at?: Date; expires_at?: Date },
): Promise<void> {
  await db.updateTable('session').set(change).where('token_hash', '=', sha256(token)).execute()
}

/** Waits for the mails about changes of accounts, which are sent after the answer: each has a link in the database. */
export async function mailsAreOut({ db }: TestServer): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ email: string }>`
        select l.email from not_me_link l group by l.email
        having count(*) > (select count(*) from outbox o where o.recipient = l.email)`.execute(db)
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
}

export async function withPassword(server: TestServer, role: Role) {
  const { staffId } = await server.staff(role)
  const email = `password${staffId}@test.example`
  await server.db
    .updateTable('staff')
    .set({ email, password_hash: await hashPassword(PASSWORD) })
    .where('staff_id', '=', staffId)
    .execute()
  return { email, staffId }
}

export async function signedIn(server: TestServer, email: string): Promise<string> {
  const credentials = { email, password: PASSWORD }
  const { status, body } = await patiently(() => server.call(session.login, { body: credentials }))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.token
}

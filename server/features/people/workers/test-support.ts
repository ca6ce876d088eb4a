import { whoAmI } from '../../../../contract/platform/session.ts'
import { newToken, sha256 } from '../../../lib/crypto.ts'
import type { TestServer } from '../../../test/server.ts'

/** Opens a session for a member of staff, as a sign-in does. */
export async function sessionOf(server: TestServer, staffId: number): Promise<string> {
  const token = newToken()
  const now = new Date()
  await server.db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      cookie_hash: null,
      staff_id: staffId,
      member_id: null,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      address: null,
      user_agent: null,
    })
    .execute()
  return token
}

/** What the server answers to somebody who asks who they are: 200, or 401 after the session. */
export async function statusOf(server: TestServer, token: string): Promise<number> {
  return (await server.call(whoAmI, { token })).status
}

/** Makes a plant; gives its id. */
export async function plantOf(server: TestServer, code: string, name = `Plant ${code}`) {
  const { plant_id } = await server.db
    .insertInto('plant')
    .values({ code, name, state: 20, city: 'Jasidih' })
    .returning('plant_id')
    .executeTakeFirstOrThrow()
  return plant_id
}

let made = 0
/** What a form sends of a new worker, with what differs. */
export function newcomer(changed: Record<string, unknown> = {}) {
  made++
  return {
    employeeCode: `K${made}`,
    name: 'Sunita Devi',
    email: `k${made}@line.example`,
    mobile: `97${String(made).padStart(8, '0')}`,
    shift: 'A',
    language: 'hi',
    joinedOn: '2026-04-01',
    ...changed,
  }
}

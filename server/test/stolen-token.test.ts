// Somebody holds the token of a member of staff and tries to keep the account. See decision 0064.
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/api.ts'
import { rolesOf } from '../../contract/endpoint.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  proveItIsMe,
} from '../../contract/platform/my-account.ts'
import type { Role } from '../../contract/roles.ts'
import { login, updatePassword, whoAmI } from '../../contract/platform/session.ts'
import { hashPassword } from '../lib/password.ts'
import { sha256 } from '../lib/crypto.ts'
import { testServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const THEIRS = 'violet kettle 82 harbour'
const THIEFS = 'quartz lantern 57 meadow'

/** Somebody with a password, and a session of it whose proof is no longer fresh. */
async function victim(role: Role = 'admin') {
  const { token, staffId } = await server.staff(role)
  const password_hash = await hashPassword(THEIRS)
  const { email } = await server.db
    .updateTable('staff')
    .set({ password_hash })
    .where('staff_id', '=', staffId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await prove(token, minutesAgo(5))
  return { token, staffId, email }
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const prove = (token: string, at: Date | null) =>
  server.db
    .updateTable('session')
    .set({ proved_at: at })
    .where('token_hash', '=', sha256(token))
    .execute()
const setPassword = (token: string, password: string) =>
  server.call(updatePassword, { token, body: { password, confirmPassword: password } })
const signIn = (email: string, password: string, code?: string) =>
  server.call(login, { body: { email, password, ...(code && { code }) } })
const confirmIt = (token: string, body: object) => server.call(proveItIsMe, { token, body })
const begin = (token: string) => server.call(beginTwoFactor, { token })
const REFUSED = { code: 'fresh_proof', message: 'Confirm that it is you to go on.' }

// Succeeded on 25 November 2026: a stolen token set a password, signed in with it and set its own second
// factor up, which shut the owner out for good.
test('a stolen token keeps no account', async () => {
  const { token, email, staffId } = await victim()
  expect((await setPassword(token, THIEFS)).status).toBe(200)
  const kept = (await signIn(email, THIEFS)).body.token
  for (const held of [token, kept]) {
    const refused = await begin(held)
    expect([refused.status, refused.body]).toMatchObject([403, REFUSED])
    const typed = await confirmIt(held, { password: THIEFS })
    expect([typed.status, typed.body]).toMatchObject([
      400,
      { fields: { password: expect.stringMatching(/^This password was set without the old one/) } },
    ])
    expect((await begin(held)).status).toBe(403)
  }
  // After an hour, in which the owner was told by mail, it is a password as any other.
  await server.db
    .updateTable('staff')
    .set({ password_alone_at: minutesAgo(60) })
    .where('staff_id', '=', staffId)
    .execute()
  expect((await confirmIt(kept, { password: THIEFS })).status).toBe(200)
  expect((await begin(kept)).status).toBe(200)
})

test('a password set while the proof was fresh ends the proof and the other sessions', async () => {
  const { token, email } = await victim()
  const other = (await signIn(email, THEIRS)).body.token
  expect((await begin(other)).status).toBe(200)
  expect((await setPassword(other, THIEFS)).status).toBe(200)
  expect((await begin(other)).status).toBe(403)
  expect((await server.call(whoAmI, { token })).status).toBe(401)
})

describe('fresh proof', () => {
  test('comes with signing in and lasts five minutes', async () => {
    const { email } = await victim()
    const { token } = (await signIn(email, THEIRS)).body
    expect((await begin(token)).status).toBe(200)
    await prove(token, minutesAgo(5))
    expect((await begin(token)).status).toBe(403)
  })

  test('is given by the password, and not by another', async () => {
    const { token } = await victim()
    expect((await confirmIt(token, { password: 'not this one' })).body).toMatchObject({
      fields: { password: 'This is not your password.' },
    })
    expect((await begin(token)).status).toBe(403)
    expect((await confirmIt(token, {})).status).toBe(400)
    expect((await confirmIt(token, { password: THEIRS })).status).toBe(200)
    expect((await begin(token)).status).toBe(200)
  })

  test('is given by a code of the second factor, once, whoever set the password', async () => {
    const { token, email } = await victim()
    await confirmIt(token, { password: THEIRS })
    const { secret } = (await begin(token)).body
    const codeOf = (steps: number) =>
      generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
    await server.call(confirmTwoFactor, { token, body: { code: await codeOf(-1) } })
    await setPassword(token, THIEFS)
    expect((await confirmIt(token, { code: await codeOf(-1) })).status).toBe(400)
    const code = await codeOf(0)
    expect((await confirmIt(token, { code })).status).toBe(200)
    expect((await confirmIt(token, { code })).status).toBe(400)
    const bySecond = await signIn(email, THIEFS, await codeOf(1))
    // It is on already: the proof was enough to be told so.
    expect((await begin(bySecond.body.token)).status).toBe(409)
  })

  test('is rate-limited as signing in is', async () => {
    const { token } = await victim()
    // At once: one after the other on a slow machine they would have waited by themselves.
    const guesses = Array.from({ length: 20 }, (_, guess) => ({ password: `guess ${guess}` }))
    const answers = await Promise.all(guesses.map((guess) => confirmIt(token, guess)))
    const evaluated = answers.filter(({ status }) => status === 400)
    expect(evaluated.length).toBeLessThanOrEqual(9)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - evaluated.length)
  })

  test('is asked for by each endpoint that declares it, before the body is read', async () => {
    const [admin, worker] = [await victim(), await victim('worker')]
    const asking = ENDPOINTS.filter(({ fresh }) => fresh)
    expect(asking.length).toBeGreaterThan(10)
    for (const endpoint of asking) {
      const { token } = rolesOf(endpoint.access).includes('admin') ? admin : worker
      const params = { staffId: 1, changeId: 1, rule: 'x', redemptionId: 1, distributorId: 1 }
      const sent = { token, params: { ...params, memberId: 1 }, body: {} }
      const answer = await server.raw(endpoint, sent)
      expect([endpoint.path, answer.status, await answer.json()]).toMatchObject([
        endpoint.path,
        403,
        REFUSED,
      ])
    }
  })
})

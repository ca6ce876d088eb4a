import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myNotices } from '../../../../contract/platform/notices.ts'
import { listScans } from '../../../../contract/programme/scans.ts'
import * as contract from '../../../../contract/platform/session.ts'
import { buildApp } from '../../../app.ts'
import { hashPassword } from '../../../lib/password.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

const PASSWORD = 'correct horse 9'
let server: TestServer
let made = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** An account with a password, for a test of its own. */
async function account(): Promise<{ email: string; staffId: number }> {
  const { staffId } = await server.staff('cs')
  const email = `person${++made}@test.example`
  await server.db
    .updateTable('staff')
    .set({ email, password_hash: await hashPassword(PASSWORD) })
    .where('staff_id', '=', staffId)
    .execute()
  return { email, staffId }
}

const leansOn = (word: string) =>
  `Without “${word}” this password would be too short or too common. Choose another.`

const signIn = (email: string, password = PASSWORD) =>
  server.call(contract.login, { body: { email, password } })

type Answer = Awaited<ReturnType<typeof signIn>>

const waitSeconds = (seconds: number) =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 200))

describe('signing in', () => {
  test('answers token, userRole, roleName, email and data', async () => {
    const { email, staffId } = await account()
    const { status, body, headers } = await signIn(email.toUpperCase())
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      userRole: 'cs',
      roleName: 'CS',
      email,
      data: { staffId, name: 'Test cs', plantId: null },
    })
    expect(headers.getSetCookie()[0]).toMatch(
      /^hil_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  test('replaces the session of the browser, and of no other', async () => {
    const { email } = await account()
    const [here, there] = [await signIn(email), await signIn(email)]
    const cookie = here.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const wrong = { body: { email, password: 'not this one' }, headers: { cookie } }
    expect((await server.call(contract.login, wrong)).status).toBe(401)
    const statusOf = async ({ body: { token } }: Answer) =>
      (await server.call(contract.whoAmI, { token })).status
    expect(await statusOf(here)).toBe(200)
    const again = { body: { email, password: PASSWORD }, headers: { cookie } }
    const next = await server.call(contract.login, again)
    expect([await statusOf(here), await statusOf(there), await statusOf(next)]).toEqual([
      401, 200, 200,
    ])
  })

  test('the token works with and without Bearer, and neither secret stands in the database', async () => {
    const { email } = await account()
    const { body, headers } = await signIn(email)
    const cookie = /hil_session=([\w-]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect((await server.call(contract.whoAmI, { token: body.token })).status).toBe(200)
    expect((await server.call(contract.whoAmI, { token: `Bearer ${body.token}` })).status).toBe(200)
    const rows = await server.db.selectFrom('session').selectAll().execute()
    const stored = JSON.stringify(rows.map((row) => [row.token_hash, row.cookie_hash].map(String)))
    expect(stored).not.toContain(body.token)
    expect(stored).not.toContain(cookie)
    expect(cookie).not.toBe(body.token)
  })

  test('a wrong password and an unknown e-mail get the same words', async () => {
    const { email } = await account()
    const wrong = await signIn(email, 'not it')
    const unknown = await signIn('nobody@test.example', 'not it')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual({ ...unknown.body, requestId: expect.any(String) })
  })

  test('of 200 wrong passwords at once at most 10 are evaluated, and the owner still gets in', async () => {
    const { email } = await account()
    const begun = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => signIn(email, `wrong ${i}`)),
    )
    const seconds = (performance.now() - begun) / 1000
    const evaluated = answers.filter(({ status }) => status === 401).length
    expect(evaluated).toBeGreaterThan(0)
    // Eight are free, and the waits after them double from a second: where answering takes a busy
    // machine long, their time comes meanwhile.
    expect(evaluated).toBeLessThanOrEqual(Math.max(10, 8 + Math.log2(seconds + 1)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(200 - evaluated)
    const toldBy = (answers: Answer[]) =>
      Math.max(...answers.map(({ headers }) => Number(headers.get('retry-after'))))
    const wait = toldBy(refused)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    await waitSeconds(wait)
    let owner = await signIn(email)
    // The last one evaluated may have come after all that had to wait: the owner is told once more.
    if (owner.status === 429) {
      await waitSeconds(toldBy([owner]))
      owner = await signIn(email)
    }
    expect(owner.status).toBe(200)
  })

  test('a disabled person is refused, and the session ends with the disabling', async () => {
    const { email, staffId } = await account()
    const { body } = await signIn(email)
    await server.db
      .updateTable('staff')
      .set({ disabled_at: new Date() })
      .where('staff_id', '=', staffId)
      .execute()
    expect((await server.call(contract.whoAmI, { token: body.token })).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
  })

  test.each([
    [{ email: '', password: 'x' }, 'email', 'Enter your e-mail.'],
    [{ email: 'a@b.c' }, 'password', 'Enter your password.'],
    [{ email: 'a@b.c', password: 5 }, 'password', 'Enter your password.'],
  ])('refuses %j with a sentence at its field', async (body, field, message) => {
    const answer = await server.call(contract.login, { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', fields: { [field]: message } })
  })
})

test('a session ends at its last moment, however busy it is', async () => {
  const { email, staffId } = await account()
  const { token } = (await signIn(email)).body
  expect((await server.call(contract.whoAmI, { token })).status).toBe(200)
  await server.db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1000), seen_at: new Date() })
    .where('staff_id', '=', staffId)
    .execute()
  expect((await server.call(contract.whoAmI, { token })).status).toBe(401)
})

describe('the cookie', () => {
  test('serves GET, and no write', async () => {
    const { email } = await account()
    const { headers } = await signIn(email)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await server.call(contract.whoAmI, { headers: { cookie } })).status).toBe(200)
    const write = await server.call(contract.updatePassword, {
      headers: { cookie },
      body: { password: 'another one 1', confirmPassword: 'another one 1' },
    })
    expect(write.status).toBe(401)
  })
})

describe('behind https', () => {
  test('cookies bind themselves to this host by their names, and no other name is taken', async () => {
    const { email } = await account()
    const publicUrl = 'https://hil.example'
    const app = await buildApp({ ...server.context, publicUrl }, { isReady: () => true })
    const payload = { email, password: PASSWORD }
    const signedIn = await app.inject({ method: 'POST', url: contract.login.path, payload })
    const set = [signedIn.headers['set-cookie']].flat().map(String)
    expect(set).toHaveLength(2)
    for (const cookie of set) {
      expect(cookie).toMatch(/^__Host-hil_(session|known)=[^;]+;/)
      expect(cookie).toMatch(/; Path=\/;(?!.*Domain).*; Secure;/)
    }
    const value = /^__Host-hil_session=([^;]+)/.exec(set.join('\n'))?.[1] ?? ''
    const status = async (name: string) => {
      const headers = { cookie: `${name}=${value}`, 'sec-fetch-site': 'same-origin' }
      const me = await app.inject({ url: contract.whoAmI.path, headers })
      return me.statusCode
    }
    expect([await status('__Host-hil_session'), await status('hil_session')]).toEqual([200, 401])
    const left = await app.inject({
      url: contract.logout.path,
      headers: { cookie: `__Host-hil_session=${value}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(String(left.headers['set-cookie'])).toMatch(/^__Host-hil_session=;.*; Secure/)
    expect(await status('__Host-hil_session')).toBe(401)
    await app.close()
  })
})

describe('logout', () => {
  test('ends the session: the old token is refused everywhere', async () => {
    const { email } = await account()
    const { body, headers } = await signIn(email)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const left = await server.call(contract.logout, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(left.status).toBe(200)
    expect(left.headers.get('set-cookie')).toContain('hil_session=;')
    expect((await server.call(contract.whoAmI, { token: body.token })).status).toBe(401)
    expect((await server.call(listScans, { token: body.token })).status).toBe(401)
    expect((await server.call(contract.whoAmI, { headers: { cookie } })).status).toBe(401)
  })

  test('ends by the token alone where the API is another host than the page', async () => {
    const { email } = await account()
    const { token } = (await signIn(email)).body
    expect((await server.call(contract.logoutByPost, { token })).status).toBe(200)
    expect((await server.call(contract.whoAmI, { token })).status).toBe(401)
  })

  test('ends by the cookie and the Referer where a browser sends no Sec-Fetch-Site', async () => {
    const { email } = await account()
    const { body, headers } = await signIn(email)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const referer = `${server.url}/dashboard`
    const left = await server.call(contract.logout, { headers: { cookie, referer } })
    expect(left.status).toBe(200)
    expect((await server.call(contract.whoAmI, { token: body.token })).status).toBe(401)
  })

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://elsewhere.example' },
    {},
  ])('an image or link on another site cannot do it: %j', async (from) => {
    const { email } = await account()
    const { body, headers } = await signIn(email)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const refused = await server.call(contract.logout, { headers: { cookie, ...from } })
    expect(refused.status).toBe(403)
    expect((await server.call(contract.whoAmI, { token: body.token })).status).toBe(200)
  })
})

describe('a new password', () => {
  test('ends my other sessions and keeps this one', async () => {
    const { email } = await account()
    const [mine, other] = [(await signIn(email)).body.token, (await signIn(email)).body.token]
    const body = { password: 'a better one 7', confirmPassword: 'a better one 7' }
    expect((await server.call(contract.updatePassword, { token: mine, body })).status).toBe(200)
    expect((await server.call(contract.whoAmI, { token: mine })).status).toBe(200)
    expect((await server.call(contract.whoAmI, { token: other })).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, body.password)).status).toBe(200)
  })

  test.each([
    ['', '', 'password', 'New password is required'],
    ['12345', '12345', 'password', 'Password must be at least 6 characters'],
    ['longenough1', '', 'confirmPassword', 'Confirm password is required'],
    ['longenough1', 'longenough2', 'confirmPassword', 'Passwords must match'],
    [
      'password1',
      'password1',
      'password',
      'This password is among the most common ones. Choose another.',
    ],
    ['H1L-2026', 'H1L-2026', 'password', leansOn('hil')],
    ['Dashboard@123456', 'Dashboard@123456', 'password', leansOn('dashboard')],
    ['F1nance-77!', 'F1nance-77!', 'password', leansOn('finance')],
  ])('%j with %j is refused at %s', async (password, confirmPassword, field, message) => {
    const { token } = await server.staff('finance')
    const answer = await server.call(contract.updatePassword, {
      token,
      body: { password, confirmPassword },
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: message } })
  })

  test.each(['cs', 'worker'] as const)(
    'is told to %s by a notice and a mail, also when it is refused',
    async (role) => {
      const { token, staffId } = await server.staff(role)
      const { email } = await server.db
        .selectFrom('staff')
        .select('email')
        .where('staff_id', '=', staffId)
        .executeTakeFirstOrThrow()
      const change = (password: string) =>
        server.call(contract.updatePassword, {
          token,
          body: { password, confirmPassword: password },
        })
      const notices = async () =>
        (await server.call(myNotices, { token })).body.items.map(({ words }) => words)
      const mails = async () =>
        (
          await server.db
            .selectFrom('outbox')
            .select('body')
            .where('recipient', '=', email)
            .orderBy('outbox_id', 'desc')
            .execute()
        ).map(({ body }) => body)
      const common = 'This password is among the most common ones. Choose another.'
      expect(await change('password1')).toMatchObject({
        status: 400,
        body: { reason: 'password_refused', fields: { password: common } },
      })
      expect(await notices()).toEqual([expect.stringContaining(common)])
      await expect.poll(mails).toEqual([expect.stringContaining(common)])
      expect((await change('a better one 7')).status).toBe(200)
      const changed = role === 'worker' ? 'पासवर्ड बदल गया' : 'Your password was changed.'
      expect((await notices())[0]).toContain(changed)
      await expect.poll(async () => (await mails()).length).toBe(2)
      expect((await mails())[0]).toContain(server.context.publicUrl)
      expect((await mails()).join()).not.toContain('a better one 7')
    },
  )

  test('comes by a one-time link too: used once, and every session ends', async () => {
    const { email } = await account()
    const { token: session } = (await signIn(email)).body
    const asked = await server.call(contract.forgotPassword, { body: { email } })
    const unknown = await server.call(contract.forgotPassword, {
      body: { email: 'no@test.example' },
    })
    expect(unknown.body).toEqual(asked.body)
    const mail = await server.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', email)
      .where('body', 'like', '%/reset/%')
      .executeTakeFirstOrThrow()
    const token = /reset\/([\w-]+)/.exec(mail.body)?.[1]
    const body = { token, password: 'from the link 3', confirmPassword: 'from the link 3' }
    const both = await Promise.all([
      server.call(contract.resetPassword, { body }),
      server.call(contract.resetPassword, { body }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await server.call(contract.whoAmI, { token: session })).status).toBe(401)
    expect((await signIn(email, body.password)).status).toBe(200)
  })
})

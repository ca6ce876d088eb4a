import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '../../../../contract/platform/my-account.ts'
import { myNotices } from '../../../../contract/platform/notices.ts'
import * as session from '../../../../contract/platform/session.ts'
import { changeStaff, getStaff } from '../../../../contract/people/staff.ts'
import { hashPassword } from '../../../lib/password.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { sendCode } from '../two-factor/test-support.ts'
import { notMeLink } from './test-support.ts'
import { mailedLink, mailsTo, setPasswordBy } from '../../people/staff/test-support.ts'

const PASSWORD = 'violet kettle 82 harbour'
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

async function person() {
  const { staffId, token } = await server.staff('cs')
  const email = `${randomUUID()}@test.example`
  const password_hash = await hashPassword(PASSWORD)
  await server.db
    .updateTable('staff')
    .set({ email, password_hash })
    .where('staff_id', '=', staffId)
    .execute()
  return { email, staffId, token }
}
type Person = Awaited<ReturnType<typeof person>>

const say = (token: string) => server.call(session.itWasNotMe, { body: { token } })
const signIn = (email: string, headers: Record<string, string> = {}) =>
  server.call(session.login, { body: { email, password: PASSWORD }, headers })
const statusOf = async (token: string) => (await server.call(session.whoAmI, { token })).status

describe('a mail tells', () => {
  test('of a new password, of two factors turned on and off, and of recovery codes', async () => {
    const { email, token } = await person()
    const { secret } = (await server.call(account.beginTwoFactor, { token })).body
    const confirmed = await sendCode(secret, -1, (code) =>
      server.call(account.confirmTwoFactor, { token, body: { code } }),
    )
    expect(confirmed.status).toBe(200)
    await notMeLink(server, email, 'Two-factor sign-in was turned on.')
    const renewed = await sendCode(secret, 0, (code) =>
      server.call(account.renewRecovery, { token, body: { code } }),
    )
    expect(renewed.status).toBe(200)
    await notMeLink(server, email, 'New recovery codes were made.')
    const ended = await sendCode(secret, 1, (code) =>
      server.call(account.endTwoFactor, { token, body: { code } }),
    )
    expect(ended.status).toBe(200)
    await notMeLink(server, email, 'Two-factor sign-in was turned off.')
    const password = 'quartz lantern 57 meadow'
    const set = { token, body: { password, confirmPassword: password } }
    expect((await server.call(session.updatePassword, set)).status).toBe(200)
    await notMeLink(server, email, 'Your password was changed.')
    const mails = (await mailsTo(server, email)).join()
    expect(mails).not.toContain(password)
    expect(mails).not.toContain(secret)
  })

  test('of a browser that is new, and not of one that is known', async () => {
    const { email } = await person()
    const first = await signIn(email, { 'user-agent': 'Mozilla/5.0 https://evil.example/' })
    await notMeLink(server, email, 'in a browser that was new to us')
    expect((await mailsTo(server, email)).join()).not.toContain('evil.example/')
    const cookie = first.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    expect((await signIn(email, { cookie })).status).toBe(200)
    expect(await mailsTo(server, email)).toHaveLength(1)
  })

  test('the old address and the new one of another e-mail', async () => {
    const admin = await server.staff('admin')
    const { email, staffId } = await person()
    const to = `${randomUUID()}@test.example`
    const { version } = (await server.call(getStaff, { token: admin.token, params: { staffId } }))
      .body
    const changed = { name: 'Asha Rao', email: to, role: 'cs', version }
    const body = { ...changed, reason: 'Has married' }
    const sent = { token: admin.token, params: { staffId }, body }
    expect((await server.call(changeStaff, sent)).body.email).toBe(to)
    const words = `The e-mail of your account is now ${to} instead of ${email}.`
    const [old, now] = [await notMeLink(server, email, words), await notMeLink(server, to, words)]
    expect(old).not.toBe(now)

    // The old mailbox may be a stranger's: it stops the account, and gets no link that opens it.
    const said = await say(old)
    expect(said.body.message).toMatch(/^All sessions ended. Your administrators were told/)
    expect((await mailsTo(server, email)).join()).not.toContain('/reset/')
    expect((await mailsTo(server, to)).join()).not.toContain('/reset/')
    expect((await signIn(to)).status).toBe(401)
    expect((await say(now)).status).toBe(200)
    expect(await setPasswordBy(server, await mailedLink(server, to))).toBe(200)
  })
})

describe('“this was not me”', () => {
  async function attacked(): Promise<Person & { link: string; thief: string }> {
    const who = await person()
    const thief = (await signIn(who.email)).body.token
    return { ...who, thief, link: await notMeLink(server, who.email, 'new to us') }
  }

  test('ends every session and the password, and mails a link for a new one', async () => {
    const admin = await server.staff('admin')
    const { email, token, thief, link } = await attacked()
    expect([await statusOf(token), await statusOf(thief)]).toEqual([200, 200])
    expect((await say(link)).status).toBe(200)
    expect([await statusOf(token), await statusOf(thief)]).toEqual([401, 401])
    expect((await signIn(email)).status).toBe(401)
    expect(await setPasswordBy(server, await mailedLink(server, email))).toBe(200)
    const { items } = (await server.call(myNotices, { token: admin.token })).body
    expect(items[0]?.words).toMatch(/^Test cs says that a change of their account was somebody/)
  })

  test('is said once by each link, of two at once by one, and within seven days', async () => {
    const { link, email } = await attacked()
    const answers = await Promise.all([say(link), say(link), say(link)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    await setPasswordBy(server, await mailedLink(server, email))

    const late = await attacked()
    const made = new Date(Date.now() - 7 * 86_400_000 - 1000)
    await server.db
      .updateTable('not_me_link')
      .set({ created_at: made, expires_at: new Date(made.getTime() + 7 * 86_400_000) })
      .where('staff_id', '=', late.staffId)
      .execute()
    const refused = await say(late.link)
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'This link was used or has ended.' },
    ])
    expect(await statusOf(late.thief)).toBe(200)
    expect((await say('x'.repeat(43))).status).toBe(400)
  })
})

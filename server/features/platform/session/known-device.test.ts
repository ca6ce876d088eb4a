import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/platform/session.ts'
import { buildApp } from '../../../app.ts'
import { makeKeys, sha256 } from '../../../lib/crypto.ts'
import { hashPassword } from '../../../lib/password.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { knownDevice, markDevice } from './known-device.ts'

const PASSWORD = 'correct horse 9'
/** Tries of strangers on one account that are free, over all addresses. */
const FREE = 20

let server: TestServer
let made = 0
beforeAll(async () => {
  server = await testServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.stop())

async function account(): Promise<string> {
  const { staffId } = await server.staff('cs')
  const email = `owner${++made}@test.example`
  const password_hash = await hashPassword(PASSWORD)
  await server.db
    .updateTable('staff')
    .set({ email, password_hash })
    .where('staff_id', '=', staffId)
    .execute()
  return email
}

let addresses = 0
const freshAddress = () => `10.${(++addresses >> 8) & 255}.${addresses & 255}.7`

type From = { address?: string; known?: string }
const headersOf = ({ address = freshAddress(), known }: From) => ({
  'x-forwarded-for': address,
  ...(known !== undefined && { cookie: `hil_known=${known}` }),
})
const signIn = (email: string, from: From = {}, password = PASSWORD) =>
  server.call(contract.login, { body: { email, password }, headers: headersOf(from) })

/** What the answer sets as the cookie of a known browser. */
function knownOf({ headers }: { headers: Headers }): string {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('hil_known='))
  return /^hil_known=([^;]+)/.exec(cookie ?? '')?.[1] ?? ''
}

const TRIES = 100

/** Wrong passwords for one account, twice from 50 addresses at once; how they were answered. */
async function attack(email: string): Promise<{ evaluated: number; refused: number }> {
  const from = Array.from({ length: TRIES / 2 }, freshAddress)
  const answers: Awaited<ReturnType<typeof signIn>>[] = []
  for (const round of [1, 2]) {
    const tries = from.map((address) => signIn(email, { address }, `wrong ${round}`))
    answers.push(...(await Promise.all(tries)))
  }
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  return { evaluated: count(401), refused: count(429) }
}

const accountKey = (email: string) => `login:account:${sha256(email).toString('hex')}`

/** What an attack leaves behind that has gone on for some while: strangers wait for `seconds`. */
async function besieged(email: string, seconds: number): Promise<void> {
  const not_before = new Date(Date.now() + seconds * 1_000)
  const resets_at = new Date(Date.now() + 900_000)
  const count = FREE + 40
  await server.db
    .insertInto('throttle')
    .values({ key: accountKey(email), count, not_before, resets_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count, not_before, resets_at }))
    .execute()
}

/** The token of the link; it is sent after the request was answered. */
async function linkSentTo(email: string): Promise<string | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = await server.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', email)
      .where('body', 'like', '%/reset/%')
      .executeTakeFirst()
    if (mail) return /reset\/([\w-]+)/.exec(mail.body)?.[1]
    await delay(25)
  }
  throw new Error('No link was sent.')
}

describe('an account attacked from many addresses', () => {
  test('its attackers wait together; its owner signs in with their own browser all the while', async () => {
    const email = await account()
    const known = knownOf(await signIn(email))
    const [tries, ...owner] = await Promise.all([
      attack(email),
      ...Array.from({ length: 5 }, () => signIn(email, { known })),
    ])
    expect(owner.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(tries.evaluated).toBeGreaterThanOrEqual(FREE)
    // The waits are 1, 2, 4, 8 … seconds: some of the first may have passed in the meantime.
    expect(tries.evaluated).toBeLessThanOrEqual(FREE + 6)
    expect(tries.refused).toBe(TRIES - tries.evaluated)
    expect((await signIn(email, { known })).status).toBe(200)
  })

  test('a stranger waits longer and longer, though each try comes from an address of its own', async () => {
    const email = await account()
    await besieged(email, 0)
    expect((await signIn(email, {}, 'wrong')).status).toBe(401)
    const next = await signIn(email, {}, 'wrong')
    expect(next.status).toBe(429)
    const wait = Number(next.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(290)
    expect(wait).toBeLessThanOrEqual(300)
    // Nor does the right password help from a browser that was never there.
    expect((await signIn(email)).status).toBe(429)
  })

  test('is told nothing by it: an account that is not there answers in the same way', async () => {
    const [real, none] = [await account(), `nobody${++made}@test.example`]
    const [ofReal, ofNone] = [await attack(real), await attack(none)]
    for (const { evaluated, refused } of [ofReal, ofNone]) {
      expect(evaluated).toBeGreaterThanOrEqual(FREE)
      expect(evaluated).toBeLessThanOrEqual(FREE + 6)
      expect(refused).toBe(TRIES - evaluated)
    }
    await Promise.all([real, none].map((email) => besieged(email, 60)))
    const known = 'r4xyz.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const words = await Promise.all([real, none].map((email) => signIn(email, { known }, 'wrong')))
    const sentences = words.map(({ body }) =>
      JSON.stringify(body).replace(/\d+ seconds|"requestId":"[^"]+"/g, ''),
    )
    expect(words.map(({ status }) => status)).toEqual([429, 429])
    expect(sentences[0]).toBe(sentences[1])
  })

  test('lets in who has the link that was sent to its owner', async () => {
    const email = await account()
    await besieged(email, 60)
    await server.call(contract.forgotPassword, { body: { email }, headers: headersOf({}) })
    const token = await linkSentTo(email)
    const body = { token, password: 'from the link 3', confirmPassword: 'from the link 3' }
    const reset = await server.call(contract.resetPassword, { body, headers: headersOf({}) })
    expect(reset.status).toBe(200)
    expect((await signIn(email, {}, body.password)).status).toBe(429)
    expect((await signIn(email, { known: knownOf(reset) }, body.password)).status).toBe(200)
  })
})

test('sign-ins that succeed from new browsers do not count against the next', async () => {
  const email = await account()
  const counted = async (key: string) =>
    server.db.selectFrom('throttle').select('count').where('key', '=', key).execute()
  const address = freshAddress()
  for (let i = 0; i < FREE + 5; i++) {
    expect((await signIn(email, { address })).status).toBe(200)
  }
  expect(await counted(accountKey(email))).toEqual([{ count: 0 }])
  // Nor against the others of one office.
  expect(await counted(`login:${address}`)).toEqual([{ count: 0 }])
})

test('a known browser has a limit of its own', async () => {
  const email = await account()
  const known = knownOf(await signIn(email))
  const tries = await Promise.all(
    Array.from({ length: 30 }, () => signIn(email, { known }, 'wrong')),
  )
  const evaluated = tries.filter(({ status }) => status === 401).length
  expect(evaluated).toBeLessThanOrEqual(10)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(30 - evaluated)
  // Another browser of the owner does not wait for it.
  expect((await signIn(email)).status).toBe(200)
})

describe('the cookie', () => {
  test('is HttpOnly, SameSite=Strict, for 180 days, Secure behind https, and names nobody', async () => {
    const email = await account()
    const app = await buildApp(
      { ...server.context, publicUrl: 'https://hil.example' },
      { isReady: () => true },
    )
    const payload = { email, password: PASSWORD }
    const answer = await app.inject({ method: 'POST', url: contract.login.path, payload })
    await app.close()
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .find((text) => text?.startsWith('__Host-hil_known'))
    expect(cookie).toMatch(
      /^__Host-hil_known=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const plain = (await signIn(email)).headers.getSetCookie().join('\n')
    expect(plain).toContain('HttpOnly; SameSite=Strict')
    expect(plain).not.toContain('Secure')
    const value = decodeURIComponent(/=([^;]+)/.exec(cookie ?? '')?.[1] ?? '')
    const readable = value
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    for (const text of [value, ...readable]) expect(text).not.toContain('owner')
  })

  test('forged, changed, too old, or of another account is worth nothing', async () => {
    const [mine, other] = [await account(), await account()]
    const known = knownOf(await signIn(mine))
    const ofOther = knownOf(await signIn(other))
    const [time = '', device = '', mac = ''] = known.split('.')
    await besieged(mine, 60)
    const forged = [
      ofOther,
      `${time}.${device}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`,
      `${time}.${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}.${mac}`,
      `${(Number.parseInt(time, 36) + 1).toString(36)}.${device}.${mac}`,
      `${time}.${device}.`,
      'x'.repeat(3_000),
      '',
    ]
    for (const cookie of forged) expect((await signIn(mine, { known: cookie })).status).toBe(429)
    expect((await signIn(mine, { known })).status).toBe(200)
  })

  test('is worth nothing after a new password, but for the browser that set it', async () => {
    const email = await account()
    const old = await signIn(email)
    const password = 'a better one 7'
    const changed = await server.call(contract.updatePassword, {
      token: old.body.token,
      body: { password, confirmPassword: password },
    })
    await besieged(email, 60)
    expect((await signIn(email, { known: knownOf(old) }, password)).status).toBe(429)
    expect((await signIn(email, { known: knownOf(changed) }, password)).status).toBe(200)
  })
})

describe('marks side by side', () => {
  const keys = makeKeys(Buffer.alloc(32, 1))
  const person = (id: number) => ({ owner: String(id), secret: `hash of ${id}` })
  const at = new Date('2026-11-20T10:00:00Z')
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000)

  test('a browser is known for the last five accounts, each with one mark', () => {
    let cookie: string | undefined
    for (const id of [1, 2, 3, 3, 4, 5, 6]) cookie = markDevice(keys, cookie, person(id), at)
    const known = [1, 2, 3, 4, 5, 6].filter(
      (id) => knownDevice(keys, cookie, person(id), at) !== null,
    )
    expect(known).toEqual([2, 3, 4, 5, 6])
    expect(cookie?.split('~')).toHaveLength(5)
    expect(cookie?.length).toBeLessThan(1_000)
  })

  test('a mark ends after 180 days, and holds under its own key only', () => {
    const cookie = markDevice(keys, undefined, person(1), at)
    expect(knownDevice(keys, cookie, person(1), later(179))).not.toBeNull()
    expect(knownDevice(keys, cookie, person(1), later(181))).toBeNull()
    expect(knownDevice(makeKeys(Buffer.alloc(32, 2)), cookie, person(1), at)).toBeNull()
    expect(knownDevice(keys, cookie, undefined, at)).toBeNull()
  })
})

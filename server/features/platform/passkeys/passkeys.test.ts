import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myAccount, proveItIsMe } from '../../../../contract/platform/my-account.ts'
import * as contract from '../../../../contract/platform/passkeys.ts'
import { itWasNotMe, whoAmI } from '../../../../contract/platform/session.ts'
import { disableStaff } from '../../../../contract/people/staff.ts'
import { resetWorker } from '../../../../contract/people/workers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { notMeLink } from '../security-news/test-support.ts'
import { makeChallenge } from './challenge.ts'
import { Authenticator } from './test-authenticator.ts'

let server: TestServer
/** Passkeys need a name; the server of the test has an address only. */
const origin = 'https://rewards.example'
beforeAll(async () => {
  server = await testServer()
  server.context.publicUrl = origin
})
afterAll(() => server.stop())

async function person(role: 'cs' | 'worker' = 'cs') {
  const { staffId, token } = await server.staff(role)
  const email = `${randomUUID()}@test.example`
  await server.db.updateTable('staff').set({ email }).where('staff_id', '=', staffId).execute()
  return { staffId, token, email }
}
type Person = Awaited<ReturnType<typeof person>>

const begin = async ({ token }: Pick<Person, 'token'>) =>
  (await server.call(contract.beginPasskey, { token })).body.challenge
const add = ({ token }: Pick<Person, 'token'>, passkey: contract.NewPasskey) =>
  server.call(contract.addPasskey, { token, body: { passkey } })

/** Somebody with a passkey on a device. */
async function withPasskey({ counter = 0, role }: { counter?: number; role?: 'worker' } = {}) {
  const who = await person(role)
  const device = new Authenticator({ origin }, counter)
  expect((await add(who, device.make({ challenge: await begin(who) }))).status).toBe(200)
  return { ...who, device }
}

const beginUse = async () => (await server.call(contract.beginPasskeySignIn, {})).body.challenge
const signIn = (passkey: contract.UsedPasskey) =>
  server.call(contract.signInByPasskey, { body: { passkey } })
const statusOf = async (token: string) => (await server.call(whoAmI, { token })).status
const passkeysOf = async ({ token }: Pick<Person, 'token'>) =>
  (await server.call(myAccount, { token })).body.passkeys

const REFUSED = 'This passkey opens no account here. Sign in with your password instead.'

describe('a passkey', () => {
  test('opens the account, and shows who somebody is', async () => {
    const { device, email, token } = await withPasskey()
    const { status, body } = await signIn(device.use({ challenge: await beginUse() }))
    expect([status, body.email]).toEqual([200, email])
    expect(await statusOf(body.token)).toBe(200)
    // What asks for fresh proof is open at once.
    expect((await server.call(contract.beginPasskey, { token: body.token })).status).toBe(200)
    expect(await passkeysOf({ token })).toMatchObject([{ usedAt: expect.any(String) }])
  })

  test('is told of by mail when it is added and when it is removed', async () => {
    const { device: _device, token, email } = await withPasskey()
    await notMeLink(server, email, 'A passkey was added.')
    const [mine] = await passkeysOf({ token })
    const params = { passkeyId: mine?.passkeyId ?? '' }
    expect((await server.call(contract.removePasskey, { token, params })).status).toBe(200)
    await notMeLink(server, email, 'A passkey was removed.')
    expect(await passkeysOf({ token })).toEqual([])
    expect((await server.call(contract.removePasskey, { token, params })).status).toBe(404)
  })

  test('opens nothing once it is removed, its person is disabled or reset, or says it was somebody else', async () => {
    const removed = await withPasskey()
    const [mine] = await passkeysOf(removed)
    const params = { passkeyId: mine?.passkeyId ?? '' }
    await server.call(contract.removePasskey, { token: removed.token, params })

    const disabled = await withPasskey()
    const admin = await server.staff('admin')
    await server.call(disableStaff, {
      token: admin.token,
      params: { staffId: disabled.staffId },
      body: { reason: 'Left the company' },
    })

    const reset = await withPasskey({ role: 'worker' })
    const renewed = await server.call(resetWorker, {
      token: admin.token,
      params: { staffId: reset.staffId },
      body: { reason: 'Lost the phone' },
    })
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200)

    const attacked = await withPasskey()
    const link = await notMeLink(server, attacked.email, 'A passkey was added.')
    expect((await server.call(itWasNotMe, { body: { token: link } })).status).toBe(200)

    for (const { device } of [removed, disabled, reset, attacked]) {
      const answer = await signIn(device.use({ challenge: await beginUse() }))
      expect([answer.status, answer.body]).toMatchObject([401, { message: REFUSED }])
    }
  })

  test('confirms that it is me, and another person’s does not', async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()]
    const aged = new Date(Date.now() - 600_000)
    await server.db
      .updateTable('session')
      .set({ proved_at: aged })
      .where('staff_id', '=', mine.staffId)
      .execute()
    const { token } = mine
    expect((await server.call(contract.beginPasskey, { token })).status).toBe(403)
    const prove = async ({ device }: typeof mine) => {
      const passkey = device.use({ challenge: await beginUse() })
      return (await server.call(proveItIsMe, { token, body: { passkey } })).status
    }
    expect(await prove(other)).toBe(400)
    // Not 401: the page would take the session for ended.
    expect(await prove({ ...mine, device: new Authenticator({ origin }) })).toBe(400)
    expect((await server.call(contract.beginPasskey, { token })).status).toBe(403)
    expect(await prove(mine)).toBe(200)
    expect((await server.call(contract.beginPasskey, { token })).status).toBe(200)
  })
})

describe('refused is', () => {
  test('an answer that was used before, also twice at once', async () => {
    const { device } = await withPasskey()
    const used = device.use({ challenge: await beginUse() })
    const answers = await Promise.all([signIn(used), signIn(used), signIn(used)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await signIn(used)).status).toBe(401)
  })

  test('an answer of an authenticator whose counter went back: it was copied', async () => {
    const { device, staffId } = await withPasskey({ counter: 5 })
    expect((await signIn(device.use({ challenge: await beginUse() }))).status).toBe(200)
    await server.db
      .updateTable('passkey')
      .set({ counter: '900' })
      .where('staff_id', '=', staffId)
      .execute()
    expect((await signIn(device.use({ challenge: await beginUse() }))).status).toBe(401)
  })

  test.each<[string, (challenge: string) => string]>([
    ['a challenge that is not ours', () => Buffer.from('x'.repeat(60)).toString('base64url')],
    [
      'one to make a passkey',
      () => encoded(makeChallenge(server.context.keys, { make: 1 }, new Date())),
    ],
    [
      'one that has ended',
      () => encoded(makeChallenge(server.context.keys, 'use', new Date(Date.now() - 301_000))),
    ],
  ])('%s', async (_what, challenge) => {
    const { device } = await withPasskey()
    expect((await signIn(device.use({ challenge: challenge(await beginUse()) }))).status).toBe(401)
  })

  test('an answer without finger, face or PIN, of another site, or changed on its way', async () => {
    const { device, token } = await withPasskey()
    const challenge = await beginUse()
    expect((await signIn(device.use({ challenge, verified: false }))).status).toBe(401)
    const used = device.use({ challenge })
    const { signature } = used.response
    const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const response = { ...used.response, signature: changed }
    expect((await signIn({ ...used, response })).status).toBe(401)

    for (const site of [
      { origin: 'https://rewards.example.evil' },
      { origin, id: 'evil.example' },
    ]) {
      const phished = new Authenticator(site)
      const answer = await add({ token }, phished.make({ challenge: await begin({ token }) }))
      expect(answer.status).toBe(400)
    }
    const unverified = new Authenticator({ origin })
    const made = unverified.make({ challenge: await begin({ token }), verified: false })
    expect((await add({ token }, made)).status).toBe(400)
    expect(await passkeysOf({ token })).toHaveLength(1)
  })

  test('a passkey that was made for another person, or that somebody has', async () => {
    const [one, other] = [await withPasskey(), await person()]
    const device = new Authenticator({ origin })
    const made = device.make({ challenge: await begin(one) })
    expect((await add(other, made)).status).toBe(400)
    const again = one.device.make({ challenge: await begin(other) })
    expect((await add(other, again)).status).toBe(409)
  })
})

test('without fresh proof no passkey is made, added or removed', async () => {
  const who = await withPasskey()
  const made = new Authenticator({ origin }).make({ challenge: await begin(who) })
  const [mine] = await passkeysOf(who)
  await server.db
    .updateTable('session')
    .set({ proved_at: null })
    .where('staff_id', '=', who.staffId)
    .execute()
  const { token } = who
  const params = { passkeyId: mine?.passkeyId ?? '' }
  expect((await server.call(contract.beginPasskey, { token })).status).toBe(403)
  expect((await add(who, made)).status).toBe(403)
  expect((await server.call(contract.removePasskey, { token, params })).status).toBe(403)
  expect(await passkeysOf(who)).toHaveLength(1)
})

const encoded = (challenge: string): string => Buffer.from(challenge).toString('base64url')

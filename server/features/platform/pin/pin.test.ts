import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantMe, sendPlantScans } from '../../../../contract/programme/plant.ts'
import {
  lockSession,
  PIN_TRIES_MOST,
  setPin,
  unlockSession,
} from '../../../../contract/platform/pin.ts'
import { listRules } from '../../../../contract/platform/rules.ts'
import {
  login,
  logoutByPost,
  updatePassword,
  whoAmI,
} from '../../../../contract/platform/session.ts'
import { USUAL_SHIFTS } from '../../../../contract/people/shifts.ts'
import { resetWorker } from '../../../../contract/people/workers.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { hashPassword } from '../../../lib/password.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { team } from '../../programme/batches/test-support.ts'
import { makeLot, read, resultsOf } from '../../programme/plant/test-support.ts'

const PIN = '4071'
const PASSWORD = 'violet tram 42 ginger'
const MINUTE_MS = 60_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const worker = () => server.staff('worker')
const set = (token: string, pin = PIN) => server.call(setPin, { token, body: { pin } })
const lock = (token: string) => server.call(lockSession, { token })
const unlock = (token: string, pin = PIN) => server.call(unlockSession, { token, body: { pin } })
const me = (token: string) => server.call(plantMe, { token })
const sessionOf = (token: string) =>
  server.db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()

/** The clock of the plant, so far from now. */
function clockAt(minutes: number): string {
  const moment = new Date(Date.now() + minutes * MINUTE_MS)
  return moment.toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' })
}

/** The plant’s general shift began an hour ago and runs for two more. */
async function onShift(token: string, staffId: number): Promise<string> {
  const plantId = (await me(token)).body.plantId
  const shifts = { ...USUAL_SHIFTS, G: { from: clockAt(-60), to: clockAt(120) } }
  await server.db.updateTable('plant').set({ shifts }).where('plant_id', '=', plantId).execute()
  await server.db
    .updateTable('staff')
    .set({ email: `line${staffId}@test.example`, password_hash: await hashPassword(PASSWORD) })
    .where('staff_id', '=', staffId)
    .execute()
  return `line${staffId}@test.example`
}

/** As though nobody had touched the phone for so many minutes. */
async function untouched(token: string, minutes: number): Promise<void> {
  await server.db
    .updateTable('session')
    .set({ seen_at: new Date(Date.now() - minutes * MINUTE_MS) })
    .where('token_hash', '=', sha256(token))
    .execute()
}

describe('a PIN', () => {
  test('of four to six digits is set, kept as a hash, changed and told to the phone', async () => {
    const { token, staffId } = await worker()
    expect((await set(token)).status).toBe(200)
    const row = await server.db
      .selectFrom('worker_pin')
      .selectAll()
      .where('staff_id', '=', staffId)
      .executeTakeFirstOrThrow()
    expect(row.pin_hash).toMatch(/^\$argon2id\$/)
    expect((await me(token)).body.hasPin).toBe(true)
    expect((await set(token, '690184')).status).toBe(200)
    await lock(token)
    expect((await unlock(token)).status).toBe(400)
    expect((await unlock(token, '690184')).status).toBe(200)
    const audited = await server.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('subject', '=', 'staff')
      .where('subject_id', '=', String(staffId))
      .orderBy('seq')
      .execute()
    expect(audited).toEqual([
      { action: 'pin.set', before: null, after: null },
      { action: 'pin.changed', before: null, after: null },
    ])
  })

  test.each([
    ['123', 'A PIN has 4 to 6 digits.'],
    ['12345678', 'A PIN has 4 to 6 digits.'],
    ['40a1', 'A PIN has 4 to 6 digits.'],
    ['0000', 'This PIN is easy to guess. Choose another.'],
    ['1234', 'This PIN is easy to guess. Choose another.'],
  ])('of %s is refused in words', async (pin, words) => {
    const { token } = await worker()
    expect(await set(token, pin)).toMatchObject({ status: 400, body: { fields: { pin: words } } })
  })

  test('may not stand in the mobile or the employee code', async () => {
    const { token, staffId } = await worker()
    await server.db
      .updateTable('worker')
      .set({ mobile: '9876340715', employee_code: 'JHB-83051' })
      .where('staff_id', '=', staffId)
      .execute()
    for (const pin of ['4071', '8305']) {
      expect(await set(token, pin)).toMatchObject({
        status: 400,
        body: { fields: { pin: expect.stringContaining('stands in your mobile') } },
      })
    }
  })

  test('is set by whoever has shown lately who it is, and by workers only', async () => {
    const { token } = await worker()
    await server.db
      .updateTable('session')
      .set({ proved_at: null })
      .where('token_hash', '=', sha256(token))
      .execute()
    expect(await set(token)).toMatchObject({ status: 403, body: { code: 'fresh_proof' } })
    expect(await set((await server.staff('admin')).token)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })
})

describe('a shift', () => {
  test('keeps a worker with a PIN signed in to its end and the margin, whatever the idle limit', async () => {
    const { token, staffId } = await worker()
    const email = await onShift(token, staffId)
    const { body } = await set(token)
    const until = Date.parse(body.until ?? '')
    expect(until - Date.now()).toBeGreaterThan(148 * MINUTE_MS)
    expect(until - Date.now()).toBeLessThanOrEqual(150 * MINUTE_MS)
    const signedIn = await server.call(login, { body: { email, password: PASSWORD } })
    const session = await sessionOf(signedIn.body.token)
    expect(session).toMatchObject({ pin_locks: true, for_shift: true })
    expect(session?.expires_at.toISOString()).toBe(body.until)
    await untouched(signedIn.body.token, 100)
    expect(await me(signedIn.body.token)).toMatchObject({ status: 403, body: { code: 'locked' } })
    expect((await unlock(signedIn.body.token)).status).toBe(200)
    expect((await me(signedIn.body.token)).status).toBe(200)
  })

  test('keeps nobody signed in without a PIN', async () => {
    const { token, staffId } = await worker()
    const email = await onShift(token, staffId)
    const signedIn = await server.call(login, { body: { email, password: PASSWORD } })
    await untouched(signedIn.body.token, 31)
    expect((await me(signedIn.body.token)).status).toBe(401)
  })
})

describe('a locked session', () => {
  test('answers nothing but unlocking and signing out', async () => {
    const { token } = await worker()
    await set(token)
    expect((await lock(token)).status).toBe(200)
    const refused = await Promise.all([
      me(token),
      server.call(whoAmI, { token }),
      set(token, '8305'),
      lock(token),
      server.call(listRules, { token }),
      server.call(updatePassword, {
        token,
        body: { password: PASSWORD, confirmPassword: PASSWORD },
      }),
      server.call(sendPlantScans, { token, body: { device: 'd', items: [] } }),
    ])
    for (const { status, body } of refused) {
      expect([status, body]).toMatchObject([
        403,
        { code: 'locked', message: 'This phone is locked. Enter your PIN to go on.' },
      ])
    }
    expect((await server.call(logoutByPost, { token })).status).toBe(200)
    expect((await unlock(token)).status).toBe(401)
  })

  test('keeps what waits on the phone: sent after the PIN, it counts once', async () => {
    const people = await team(server)
    const { packs } = await makeLot(server, people, { quantity: 2 })
    const { token } = await worker()
    await set(token)
    await lock(token)
    const items = packs.map((code) => read(code))
    expect(
      (await server.call(sendPlantScans, { token, body: { device: 'd', items } })).body,
    ).toMatchObject({ code: 'locked' })
    await unlock(token)
    expect(await resultsOf(server, token, items)).toEqual([
      ['activated', 1],
      ['activated', 1],
    ])
    expect(await resultsOf(server, token, items)).toEqual([
      ['activated', 1],
      ['activated', 1],
    ])
  })

  test('locks by itself, and what a page asks by itself does not open it', async () => {
    const { token } = await worker()
    await set(token)
    await untouched(token, 4)
    expect((await me(token)).status).toBe(200)
    await untouched(token, 6)
    for (let time = 0; time < 2; time++) {
      expect(await me(token)).toMatchObject({ status: 403, body: { code: 'locked' } })
    }
    expect((await sessionOf(token))?.seen_at.getTime()).toBeLessThan(Date.now() - 5 * MINUTE_MS)
  })

  test('needs a PIN, and without one nothing ends', async () => {
    const { token } = await worker()
    expect((await lock(token)).status).toBe(409)
    expect((await unlock(token)).status).toBe(409)
    expect((await me(token)).status).toBe(200)
  })
})

describe('wrong PINs', () => {
  test('are told with the tries that are left, and the fifth ends the session', async () => {
    const { token } = await worker()
    await set(token)
    await lock(token)
    const words = []
    for (let time = 1; time < PIN_TRIES_MOST; time++) {
      words.push((await unlock(token, '5555')).body.message)
    }
    expect(words[0]).toContain('4 tries are left')
    expect(words.at(-1)).toContain('1 try is left')
    expect(await unlock(token, '5555')).toMatchObject({
      status: 401,
      body: { message: 'Too many wrong PINs: you are signed out. Sign in again.' },
    })
    expect((await unlock(token)).status).toBe(401)
    expect(await sessionOf(token)).toBeUndefined()
  })

  test('are counted from the last right one', async () => {
    const { token } = await worker()
    await set(token)
    for (let round = 0; round < 3; round++) {
      await lock(token)
      for (let time = 0; time < 3; time++) await unlock(token, '5555')
      expect((await unlock(token)).status).toBe(200)
    }
  })

  // An attack that must not succeed: forty guesses sent at once, before any of them is judged.
  test('sent all at once are no more than five', async () => {
    const { token, staffId } = await worker()
    await set(token)
    await lock(token)
    const guesses = Array.from({ length: 40 }, (_, index) => String(5001 + index * 7))
    const answers = await Promise.all(guesses.map((pin) => unlock(token, pin)))
    const judged = answers.filter(({ status }) => status === 400).length
    expect(judged).toBeLessThan(PIN_TRIES_MOST)
    expect(await sessionOf(token)).toBeUndefined()
    expect((await unlock(token)).status).toBe(401)
    const { count } = await server.db
      .selectFrom('throttle')
      .select('count')
      .where('key', '=', `pin:${staffId}`)
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThanOrEqual(PIN_TRIES_MOST)
  })
})

test('a reset takes the PIN away, and ends what it opens', async () => {
  const { token, staffId } = await worker()
  await set(token)
  await lock(token)
  const office = await server.staff('sub admin')
  const reset = await server.call(resetWorker, {
    token: office.token,
    params: { staffId },
    body: { reason: 'Lost the phone' },
  })
  expect(reset.status).toBe(200)
  expect((await unlock(token)).status).toBe(401)
  const pins = await server.db
    .selectFrom('worker_pin')
    .selectAll()
    .where('staff_id', '=', staffId)
    .execute()
  expect(pins).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listStaff, addStaff } from '../../../../contract/people/staff.ts'
import * as contract from '../../../../contract/platform/my-account.ts'
import { listBatches } from '../../../../contract/programme/batches.ts'
import type { Role } from '../../../../contract/roles.ts'
import { login, resetPassword, whoAmI } from '../../../../contract/platform/session.ts'
import { createWorker, resetWorker } from '../../../../contract/people/workers.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { anyPlant, testServer, type TestServer } from '../../../test/server.ts'
import { mailedLink } from '../../people/staff/test-support.ts'
import { newRecoveryCodes, recoveryCodeIn, stepOf } from './codes.ts'
import { sendCode } from './test-support.ts'

const PASSWORD = 'correct horse battery 9'
let server: TestServer
let admin: { token: string; staffId: number }
beforeAll(async () => {
  server = await testServer({ TOTP_REQUIRED_ROLES: 'finance, HOD' })
  admin = await server.staff('admin')
})
afterAll(() => server.stop())

let made = 0
type Person = { email: string; staffId: number }
async function person(role: Role = 'cs'): Promise<Person> {
  made += 1
  const email = `two${made}@test.example`
  const added = await server.call(addStaff, {
    token: admin.token,
    body: { name: `Two ${made}`, email, role },
  })
  await setPassword(await mailedLink(server, email))
  return { email, staffId: added.body.change.staffId ?? 0 }
}

const setPassword = (link: string) =>
  server.call(resetPassword, {
    body: { token: link.split('/reset/')[1], password: PASSWORD, confirmPassword: PASSWORD },
  })
const signIn = ({ email }: Person, code?: string) =>
  server.call(login, { body: { email, password: PASSWORD, ...(code && { code }) } })
const begin = (token: string) => server.call(contract.beginTwoFactor, { token })
const confirm = (token: string, code: string) =>
  server.call(contract.confirmTwoFactor, { token, body: { code } })
/** Confirms with the code before the current one, so that the current one is still to be used. */
const confirmed = (token: string, secret: string) =>
  sendCode(secret, -1, (code) => confirm(token, code))

async function turnedOn(role: Role = 'cs') {
  const who = await person(role)
  const { token } = (await signIn(who)).body
  const { secret } = (await begin(token)).body
  const { body } = await confirmed(token, secret)
  return { who, token, secret, recoveryCodes: body.recoveryCodes }
}

describe('signing in with two factors', () => {
  test('asks for a code once it is confirmed, and each code opens once', async () => {
    const who = await person()
    const first = (await signIn(who)).body.token
    const other = (await signIn(who)).body.token
    const { secret, address } = (await begin(first)).body
    expect(address).toMatch(/^otpauth:\/\/totp\/HIL%20Dashboard:two/)
    // Begun is not confirmed: nobody is locked out by a half-done setting up.
    expect((await signIn(who)).status).toBe(200)
    const wrong = await confirm(first, '000000')
    expect([wrong.status, Object.keys(Object(wrong.body).fields)]).toEqual([400, ['code']])
    const done = await confirmed(first, secret)
    expect(done.body.recoveryCodes).toHaveLength(10)
    expect((await server.call(whoAmI, { token: other })).status).toBe(401)
    expect((await server.call(whoAmI, { token: first })).status).toBe(200)

    const without = await signIn(who)
    expect([without.status, without.body]).toMatchObject([
      401,
      { fields: { code: 'Enter the six digits that your authenticator app shows.' } },
    ])
    let used = ''
    const withCode = (code: string) => signIn(who, (used = code))
    expect((await sendCode(secret, 0, withCode)).status).toBe(200)
    expect((await signIn(who, used)).status).toBe(401)
    expect((await sendCode(secret, -1, withCode)).status).toBe(401)
  })

  test('two uses of one code at once open one session', async () => {
    const { who, secret } = await turnedOn()
    const { statuses } = await sendCode(secret, 0, async (code) => {
      const answers = await Promise.all([1, 2, 3].map(() => signIn(who, code)))
      const sorted = answers.map(({ status }) => status).toSorted()
      return { status: sorted[0] ?? 0, statuses: sorted }
    })
    expect(statuses).toEqual([200, 401, 401])
  })

  test('a recovery code opens once, however it is typed, and new ones end the old', async () => {
    const { who, token, secret, recoveryCodes } = await turnedOn()
    const [one = '', two = ''] = recoveryCodes
    expect((await signIn(who, one.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await signIn(who, one)).status).toBe(401)
    const left = await server.call(contract.myAccount, { token })
    expect(left.body.twoFactor).toMatchObject({ on: true, recoveryCodesLeft: 9, required: false })
    const renewed = await sendCode(secret, 0, (code) =>
      server.call(contract.renewRecovery, { token, body: { code } }),
    )
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await signIn(who, two)).status).toBe(401)
    expect((await signIn(who, renewed.body.recoveryCodes[0])).status).toBe(200)
  })

  test('guessing codes is rate-limited, also with the right password', async () => {
    const { who, secret } = await turnedOn()
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++) statuses.push((await signIn(who, '123456')).status)
    expect(statuses).toContain(429)
    expect((await sendCode(secret, 0, (code) => signIn(who, code))).status).toBe(429)
  })

  test('is turned off with a code, and by nobody without one', async () => {
    const { who, token, secret } = await turnedOn()
    const end = (code: string) => server.call(contract.endTwoFactor, { token, body: { code } })
    expect((await end('000000')).status).toBe(400)
    expect((await sendCode(secret, 0, end)).status).toBe(200)
    expect((await signIn(who)).status).toBe(200)
  })

  test('is taken away by an admin from somebody who lost the phone', async () => {
    const { who, token } = await turnedOn()
    const reset = (staffId: number) =>
      server.call(contract.resetTwoFactor, {
        token: admin.token,
        params: { staffId },
        body: { reason: 'Phone lost' },
      })
    expect((await reset(who.staffId)).body.change.state).toBe('effective')
    expect((await server.call(whoAmI, { token })).status).toBe(401)
    expect((await signIn(who)).status).toBe(200)
    expect((await reset(who.staffId)).status).toBe(409)
    const list = await server.call(listStaff, { token: admin.token, query: { q: who.email } })
    expect(list.body.items[0]?.twoFactor).toBe(false)
  })
})

test('a worker who lost the phone is let in again by a new link', async () => {
  const plantId = await anyPlant(server.db)
  const worker = { employeeCode: 'TW-1', name: 'Test Worker', email: 'tw1@test.example', plantId }
  const made = await server.call(createWorker, { token: admin.token, body: worker })
  const who = { email: worker.email, staffId: made.body.worker.staffId }
  await setPassword(made.body.link)
  const { token } = (await signIn(who)).body
  const { secret } = (await begin(token)).body
  await confirmed(token, secret)
  expect((await signIn(who)).status).toBe(401)
  const reset = await server.call(resetWorker, {
    token: admin.token,
    params: { staffId: who.staffId },
    body: { reason: 'Phone lost' },
  })
  await setPassword(reset.body.link)
  expect((await signIn(who)).status).toBe(200)
})

describe('where the role must have it', () => {
  test('nothing works until it is set up, and then it stays', async () => {
    const who = await person('hod')
    const session = (await signIn(who)).body
    expect(session.data.mustSetTwoFactor).toBe(true)
    const { token } = session
    const batches = () => server.call(listBatches, { token })
    expect([(await batches()).status, (await batches()).body]).toMatchObject([
      403,
      { message: 'Set two-factor sign-in up first: your role must have it.' },
    ])
    const { secret } = (await begin(token)).body
    await confirmed(token, secret)
    expect((await batches()).status).toBe(200)
    const again = (await sendCode(secret, 0, (code) => signIn(who, code))).body
    expect(again.data.mustSetTwoFactor).toBeUndefined()
    const off = await sendCode(secret, 1, (code) =>
      server.call(contract.endTwoFactor, { token, body: { code } }),
    )
    expect([off.status, off.body]).toMatchObject([
      409,
      { message: 'Your role must sign in with two factors: it stays on.' },
    ])
  })
})

test('neither the secret nor a recovery code can be read in the database', async () => {
  const { secret, recoveryCodes } = await turnedOn()
  const rows = await Promise.all([
    server.db.selectFrom('staff_totp').selectAll().execute(),
    server.db.selectFrom('staff_recovery_code').selectAll().execute(),
    server.db.selectFrom('audit').selectAll().execute(),
  ])
  const dump = JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
  expect(dump).not.toContain(secret)
  for (const code of recoveryCodes) {
    expect(dump).not.toContain(code)
    expect(dump).not.toContain(code.replace('-', ''))
    // Nor by trying out all there are: without the vault's key no code fits what is kept.
    const plain = sha256(`recovery:${code.replace('-', '')}`).toString('latin1')
    expect(dump).not.toContain(JSON.stringify(plain).slice(1, -1))
  }
})

test('a recovery code that was given before they were kept under a key opens once', async () => {
  const { who, recoveryCodes } = await turnedOn()
  const code = recoveryCodes[0] ?? ''
  await server.db
    .updateTable('staff_recovery_code')
    .set({ code_hash: sha256(`recovery:${code.replace('-', '')}`) })
    .where('staff_id', '=', who.staffId)
    .where(
      'code_hash',
      '=',
      await server.context.vault.digest('staff_recovery_code', code.replace('-', '')),
    )
    .execute()
  expect((await signIn(who, code)).status).toBe(200)
  expect((await signIn(who, code)).status).toBe(401)
})

test('codes of RFC 6238 fit their half minute and the two beside it', async () => {
  // Appendix B: the secret is the ASCII text 12345678901234567890, here in base32; six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const at = (seconds: number) => ({ secret, afterStep: 0, at: new Date(seconds * 1000) })
  expect(await stepOf('287082', at(59))).toBe(1)
  expect(await stepOf('081804', at(1_111_111_109))).toBe(37_037_036)
  expect(await stepOf('081 804', at(1_111_111_109 + 30))).toBe(37_037_036)
  expect(await stepOf('081804', at(1_111_111_109 + 90))).toBeNull()
  expect(await stepOf('081804', { ...at(1_111_111_109), afterStep: 37_037_036 })).toBeNull()
  for (const nonsense of ['', 'abcdef', '12345', '1234567']) {
    expect(await stepOf(nonsense, at(59))).toBeNull()
  }
})

test('recovery codes differ, and are read with the letters people mistake', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  const [code = ''] = codes
  expect(recoveryCodeIn(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(recoveryCodeIn(code))
  expect(recoveryCodeIn('short')).toBeNull()
})

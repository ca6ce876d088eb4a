import { generate } from 'otplib'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLogo, showProgramme } from '../../../../contract/platform/programme.ts'
import * as contract from '../../../../contract/people/setup.ts'
import { login, whoAmI } from '../../../../contract/platform/session.ts'
import { sha256 } from '../../../lib/crypto.ts'
import type { TestServer } from '../../../test/server.ts'
import { issueSetupLink } from './link.service.ts'
import { ADMIN, emptyServer, newLink, opened, prepared, PROGRAMME } from './test-support.ts'

let server: TestServer
beforeEach(async () => {
  server = await emptyServer()
})
afterEach(() => server.stop())

const words = (answer: { status: number; body: unknown }) => {
  const { message } = answer.body as { message: string }
  return [answer.status, message]
}
const admins = () =>
  server.db.selectFrom('staff').select(['email', 'role', 'disabled_at']).execute()

test('the link is kept as its hash, and its browser by a cookie of its own', async () => {
  const token = await newLink(server)
  const { answer } = await opened(server, token)
  expect(answer.body).toMatchObject({ step: 'programme', admin: null, twoFactor: null })
  const kept = await server.db.selectFrom('setup_link').selectAll().executeTakeFirstOrThrow()
  expect(kept.token_hash.equals(sha256(token))).toBe(true)
  expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
})

test('from the link to a signed-in administrator', async () => {
  const token = await newLink(server)
  const { browser, code, secret } = await prepared(server, token)
  expect(await admins()).toEqual([
    { email: ADMIN.email, role: 'admin', disabled_at: expect.any(Date) },
  ])
  const early = await server.call(login, { body: { email: ADMIN.email, password: ADMIN.password } })
  expect(early.status).toBe(401)

  const finished = await server.call(contract.finishSetup, { ...browser, body: { token, code } })
  expect(finished.status).toBe(200)
  expect(finished.body.recoveryCodes).toHaveLength(10)
  const me = await server.call(whoAmI, { token: finished.body.session.token })
  expect(me.body).toMatchObject({
    userRole: 'admin',
    email: ADMIN.email,
    data: { name: ADMIN.name },
  })
  expect(me.body.data.mustSetTwoFactor).toBeUndefined()
  const shown = await server.call(showProgramme)
  expect(shown.body).toEqual({ ...PROGRAMME, logoUrl: null })

  // Signing in asks for the second factor from the beginning.
  const person = { email: ADMIN.email, password: ADMIN.password }
  expect((await server.call(login, { body: person })).status).toBe(401)
  const next = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
  expect((await server.call(login, { body: { ...person, code: next } })).status).toBe(200)

  const again = await server.call(contract.openSetup, { ...browser, body: { token } })
  expect(words(again)).toEqual([
    409,
    'This set-up link was used: the programme is set up. Sign in.',
  ])
  expect(await issueSetupLink(server.context)).toBeNull()
  const trail = await server.db.selectFrom('audit').select('action').orderBy('seq').execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'programme.changed',
    'setup.admin_prepared',
    'setup.finished',
  ])
})

test('a link that is made up, replaced, late or another browser’s says what to do', async () => {
  const first = await newLink(server)
  const { browser } = await opened(server, first)
  const elsewhere = await opened(server, first)
  expect(words(elsewhere.answer)).toEqual([
    403,
    'This set-up link was opened in another browser. Go on there, or start the server again for a new link.',
  ])
  const second = await newLink(server)
  for (const token of [first, 'x'.repeat(43)]) {
    const answer = await server.call(contract.openSetup, { ...browser, body: { token } })
    expect(words(answer)).toEqual([404, expect.stringContaining('use the newest')])
  }
  await server.db
    .updateTable('setup_link')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(words((await opened(server, second)).answer)).toEqual([
    404,
    'This set-up link has ended: it is good for 24 hours. Start the server again, and it prints a new one.',
  ])
  const step = await server.call(contract.setupProgramme, {
    ...browser,
    body: { token: second, ...PROGRAMME },
  })
  expect(step.status).toBe(404)
  expect(await server.db.selectFrom('programme').selectAll().execute()).toEqual([])
})

test('a step without the opened link is refused', async () => {
  const token = await newLink(server)
  const body = { token, ...PROGRAMME }
  expect((await server.call(contract.setupProgramme, { body })).status).toBe(409)
})

test('once there is an administrator the link is refused', async () => {
  const token = await newLink(server)
  const { browser, code } = await prepared(server, token)
  await server.staff('admin')
  const answer = await server.call(contract.finishSetup, { ...browser, body: { token, code } })
  expect(words(answer)).toEqual([409, 'There is an administrator already. Sign in.'])
  expect((await admins()).filter(({ disabled_at }) => disabled_at === null)).toHaveLength(1)
})

test('of two uses at once one opens the account', async () => {
  const token = await newLink(server)
  const { browser, code } = await prepared(server, token)
  const answers = await Promise.all(
    [1, 2, 3].map(() => server.call(contract.finishSetup, { ...browser, body: { token, code } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await server.db.selectFrom('session').select('staff_id').execute()).toHaveLength(1)
})

test('of two browsers that open it at once one has it', async () => {
  const token = await newLink(server)
  const both = await Promise.all([1, 2].map(() => opened(server, token)))
  expect(both.map(({ answer }) => answer.status).toSorted()).toEqual([200, 403])
})

test('who leaves and comes back goes on, with the same secret; a new link asks for the account again', async () => {
  const token = await newLink(server)
  const { browser, secret } = await prepared(server, token)
  const back = await server.call(contract.openSetup, { ...browser, body: { token } })
  expect(back.body).toMatchObject({
    step: 'code',
    programme: PROGRAMME,
    admin: { name: ADMIN.name, email: ADMIN.email },
    twoFactor: { secret },
  })
  // Somebody typed the e-mail wrong: the account is changed, not made twice.
  const other = { ...ADMIN, email: 'asha.rao@shakti.example' }
  await server.call(contract.setupAdmin, { ...browser, body: { token, ...other } })
  expect((await admins()).map(({ email }) => email)).toEqual([other.email])

  const next = await opened(server, await newLink(server))
  expect(next.answer.body).toMatchObject({ step: 'admin', twoFactor: null })
})

test('a wrong code, a weak password and a missing account are told, and nothing opens', async () => {
  const token = await newLink(server)
  const { browser } = await opened(server, token)
  const early = await server.call(contract.finishSetup, { ...browser, body: { token, code: '1' } })
  expect(words(early)).toEqual([400, 'Go back one step: there is no account to open yet.'])
  const weak = { ...ADMIN, password: 'password', confirmPassword: 'password' }
  const refused = await server.call(contract.setupAdmin, { ...browser, body: { token, ...weak } })
  expect(refused.status).toBe(400)
  await server.call(contract.setupAdmin, { ...browser, body: { token, ...ADMIN } })
  const wrong = await server.call(contract.finishSetup, {
    ...browser,
    body: { token, code: '000000' },
  })
  expect([wrong.status, wrong.body]).toEqual([
    400,
    expect.objectContaining({ fields: { code: expect.stringContaining('does not fit') } }),
  ])
  expect((await admins()).every(({ disabled_at }) => disabled_at !== null)).toBe(true)
})

test('a logo given in the guide is redrawn and shown to everybody', async () => {
  const token = await newLink(server)
  const { browser } = await opened(server, token)
  await server.call(contract.setupProgramme, { ...browser, body: { token, ...PROGRAMME } })
  const background = '#1f5eb8'
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const sent = await fetch(`${server.url}${contract.setupLogo.path}?token=${token}`, {
    method: 'POST',
    headers: { ...browser.headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
  })
  expect(sent.status).toBe(200)
  const { logoUrl } = (await server.call(showProgramme)).body
  const hash = logoUrl?.split('/').at(-1) ?? ''
  const shown = await server.raw(showLogo, { params: { hash } })
  expect(shown.headers.get('content-type')).toBe('image/png')
  const { format, width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
  expect([format, width !== undefined && width <= 900]).toEqual(['png', true])
})

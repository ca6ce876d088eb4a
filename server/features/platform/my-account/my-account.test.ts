import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/platform/my-account.ts'
import { plantMe } from '../../../../contract/programme/plant.ts'
import { forgotPassword } from '../../../../contract/platform/session.ts'
import { getStaff } from '../../../../contract/people/staff.ts'
import { changeWorker, getWorker } from '../../../../contract/people/workers.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { sessionOf, statusOf } from '../../people/workers/test-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const accountOf = async (token: string) => (await server.call(contract.myAccount, { token })).body
const speak = (token: string, language: string) =>
  server.call(contract.setMyLanguage, { token, body: { language } })

test('I see my sessions and end one of them, and nobody else’s', async () => {
  const [me, stranger] = [await server.staff('cs'), await server.staff('cs')]
  const old = await sessionOf(server, me.staffId)
  const sessionsOf = async (token: string) => (await accountOf(token)).sessions
  const end = (token: string, sessionId = '') =>
    server.call(contract.endMySession, { token, params: { sessionId } })
  const sessions = await sessionsOf(me.token)
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  const other = sessions.find(({ current }) => !current)?.sessionId
  expect((await end(stranger.token, other)).status).toBe(404)
  expect((await end(me.token, other)).status).toBe(200)
  expect(await statusOf(server, old)).toBe(401)
  expect(await sessionsOf(me.token)).toHaveLength(1)
})

test('I choose my language: kept once, on record, and refused where it is neither', async () => {
  const { token, staffId } = await server.staff('finance')
  expect((await accountOf(token)).language).toBe('en')
  expect((await speak(token, 'hi')).body).toEqual({ language: 'hi' })
  expect((await speak(token, 'hi')).body).toEqual({ language: 'hi' })
  expect((await speak(token, 'fr')).body).toMatchObject({
    fields: { language: 'Choose English (en) or Hindi (hi).' },
  })
  expect((await accountOf(token)).language).toBe('hi')
  const admin = await server.staff('admin')
  expect((await accountOf(admin.token)).language).toBe('en')
  const seen = await server.call(getStaff, { token: admin.token, params: { staffId } })
  expect(seen.body.events.map(({ words, by }) => [words, by])).toEqual([
    ['Language: English → Hindi', 'Test finance'],
  ])
})

test('a worker’s is that of their section, their record, and whoever corrects it', async () => {
  const [worker, admin] = [await server.staff('worker'), await server.staff('admin')]
  const params = { staffId: worker.staffId }
  const section = async () => (await server.call(plantMe, { token: worker.token })).body.language
  const record = async () => (await server.call(getWorker, { token: admin.token, params })).body
  expect([await section(), (await record()).language]).toEqual(['hi', 'hi'])
  await speak(worker.token, 'en')
  expect(await section()).toBe('en')
  const { language, events, ...now } = await record()
  expect([language, events[0]?.words]).toEqual(['en', 'Language: Hindi → English'])
  const { name, email, employeeCode, mobile, shift, joinedOn } = now
  const { version } = now
  const fields = { name, email, employeeCode, mobile, shift, joinedOn, language: 'hi', version }
  await server.call(changeWorker, { token: admin.token, params, body: fields })
  expect([await section(), (await accountOf(worker.token)).language]).toEqual(['hi', 'hi'])
})

test('the link for a new password comes in the language of the account', async () => {
  const { token, staffId } = await server.staff('marketing')
  const { email } = await server.db
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  const ask = () => server.call(forgotPassword, { body: { email } })
  const mails = () =>
    server.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute()
  await ask()
  await expect.poll(mails).toHaveLength(1)
  await speak(token, 'hi')
  await ask()
  await expect.poll(mails).toHaveLength(2)
  const [english, hindi] = await mails()
  expect(english?.body).toMatch(/^Set a new password.*\/reset\/[\w-]+ \(good for 24 hours, once\)$/)
  expect(hindi?.body).toMatch(/नया पासवर्ड यहाँ बनाएँ: http\S+\/reset\/[\w-]+ \(24 घंटे तक/)
})

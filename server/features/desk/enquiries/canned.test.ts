import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../../../contract/desk/enquiries.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

type Person = { token: string; staffId: number }
let server: TestServer
let cs: Person
let hod: Person

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  hod = await server.staff('hod')
})
afterAll(() => server.stop())

const words = (changed: object = {}) => ({
  title: 'Points are there',
  category: 'points',
  en: 'Dear {name}, the points of {number} are there.',
  hi: 'प्रिय {name}, {number} के अंक आ गए हैं।',
  ...changed,
})
const save = (changed: object = {}, { token } = cs) =>
  server.call(contract.saveCannedAnswer, { token, body: words(changed) })
const remove = (cannedId: number, { token } = cs) =>
  server.call(contract.deleteCannedAnswer, { token, params: { cannedId } })
const all = async () =>
  (await server.call(contract.listCannedAnswers, { token: hod.token })).body.answers

test('an answer is added, changed and removed, and each is in the audit trail', async () => {
  const added = await save()
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const { cannedId } = added.body
  expect(added.body).toMatchObject({ ...words(), changedBy: 'Test cs' })
  await save({ title: 'Account is checked', category: null })
  expect((await all()).map(({ title }) => title)).toEqual([
    'Account is checked',
    'Points are there',
  ])

  const admin = await server.staff('admin')
  const changed = await save({ cannedId, en: 'They are there, {name}.' }, admin)
  expect(changed.body).toMatchObject({
    cannedId,
    en: 'They are there, {name}.',
    changedBy: 'Test admin',
  })
  expect(await all()).toHaveLength(2)

  expect((await remove(cannedId)).body.message).toBe('“Points are there” is removed.')
  expect((await remove(cannedId)).status).toBe(404)
  expect((await all()).map(({ title }) => title)).toEqual(['Account is checked'])
  const trail = await server.db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId', 'before', 'after'])
    .where('subject', '=', 'canned_answer')
    .where('subject_id', '=', String(cannedId))
    .orderBy('seq')
    .execute()
  expect(trail).toMatchObject([
    { action: 'canned-answer.added', staffId: cs.staffId, before: null, after: words() },
    { action: 'canned-answer.changed', staffId: admin.staffId, before: words() },
    { action: 'canned-answer.removed', after: null },
  ])
})

test('a title is there once, also when two save it at once', async () => {
  const title = 'Twice'
  const both = await Promise.all([save({ title }), save({ title })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const { body: other } = await save({ title: 'Once' })
  const refused = await save({ cannedId: other.cannedId, title })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ fields: { title: expect.stringMatching(/already/) } })
  expect((await save({ cannedId: 2_000_000_000 })).status).toBe(404)
})

test('a place that nothing fills is refused', async () => {
  for (const [field, text] of [
    ['en', 'Dear {Name}, it is done.'],
    ['hi', '{mobile} पर भेजा गया।'],
  ] as const) {
    const refused = await save({ title: 'Wrong', [field]: text })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ fields: { [field]: expect.any(String) } })
  }
})

test('who may not answer reads them and changes none', async () => {
  const { body } = await save({ title: 'Kept' })
  expect((await save({ title: 'Other' }, hod)).status).toBe(403)
  expect((await remove(body.cannedId, hod)).status).toBe(403)
  expect((await all()).map(({ title }) => title)).toContain('Kept')
  const finance = await server.staff('finance')
  const asked = await server.call(contract.listCannedAnswers, { token: finance.token })
  expect(asked.status).toBe(403)
})

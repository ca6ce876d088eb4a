import { afterAll, beforeAll, expect, test } from 'vitest'
import { LISTS } from '../../../../contract/list-endpoints.ts'
import { rolesOf } from '../../../../contract/endpoint.ts'
import * as contract from '../../../../contract/platform/views.ts'
import { testServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const preferences = {
  shown: ['mobile'],
  hidden: ['device'],
  widths: { member: 240 },
  compact: true,
}
const PREFERENCES = { ...preferences, rows: 100 }
const blocked = {
  list: 'scans',
  name: 'Blocked in Pune',
  filters: { result: ['blocked', 'expired'], region: '27', sort: 'oldest' },
  preferences: PREFERENCES,
}
type Sent = Record<string, unknown>

const save = (token: string, view: Sent = {}) =>
  server.call(contract.saveView, { token, body: { ...blocked, ...view } })
const change = (token: string, viewId: number, body: Sent) =>
  server.call(contract.changeView, { token, params: { viewId }, body })
const remove = (token: string, viewId: number) =>
  server.call(contract.deleteView, { token, params: { viewId } })
const mine = async (token: string) => (await server.call(contract.myViews, { token })).body
const namesOf = async (token: string) => (await mine(token)).views.map(({ name }) => name)
const setPreferences = (token: string, list: string, body: unknown) =>
  server.call(contract.setListPreferences, { token, params: { list }, body })
const auditOf = (viewId: number) =>
  server.db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId', 'before', 'after'])
    .where('subject', '=', 'saved_view')
    .where('subject_id', '=', String(viewId))
    .orderBy('seq')
    .execute()

test('the preferences of a list are kept per person, whole, and the last ones stand', async () => {
  const [me, other] = [await server.staff('cs'), await server.staff('cs')]
  expect(await mine(me.token)).toEqual({ preferences: {}, views: [] })
  expect((await setPreferences(me.token, 'scans', { preferences: PREFERENCES })).body).toEqual({
    preferences: PREFERENCES,
  })
  expect(
    (await setPreferences(me.token, 'scans', { preferences: { compact: false } })).status,
  ).toBe(200)
  expect((await setPreferences(me.token, 'users', { preferences })).status).toBe(200)
  expect((await mine(me.token)).preferences).toEqual({
    scans: { shown: [], hidden: [], widths: {}, compact: false, rows: null },
    users: { ...preferences, rows: null },
  })
  expect((await mine(other.token)).preferences).toEqual({})
})

test('preferences that make no sense are refused in words, and so are those of a list one does not see', async () => {
  const [cs, admin] = [await server.staff('cs'), await server.staff('admin')]
  const refused = async (body: unknown, list = 'scans', { token } = cs) => {
    const answer = await setPreferences(token, list, body)
    expect((await mine(token)).preferences).toEqual({})
    return [answer.status, 'message' in answer.body ? answer.body.message : null]
  }
  const width = (pixels: number) => refused({ preferences: { widths: { member: pixels } } })
  expect(await width(47)).toEqual([400, 'A column has at least 48 pixels.'])
  expect(await width(1201)).toEqual([400, 'A column has at most 1200 pixels.'])
  expect(await refused({ preferences: { rows: 30 } })).toEqual([
    400,
    'There is no such number of rows.',
  ])
  expect(await refused({ preferences }, 'nothing')).toEqual([400, 'There is no such list.'])
  const unseen = 'Your role does not see this list.'
  expect(await refused({ preferences }, 'activity')).toEqual([403, unseen])
  expect(await refused({ preferences }, 'settlements')).toEqual([403, unseen])
  expect((await setPreferences(admin.token, 'settlements', { preferences })).status).toBe(200)
})

test('what was stored of lists and columns that are no more is left out', async () => {
  const { token, staffId } = await server.staff('cs')
  const at = { staff_id: staffId, changed_at: new Date() }
  const stored = (list: string, of: unknown) => ({ ...at, list, preferences: JSON.stringify(of) })
  await server.db
    .insertInto('list_preferences')
    .values([
      stored('gone', preferences),
      stored('scans', { widths: 'wide' }),
      stored('users', preferences),
    ])
    .execute()
  const view = {
    ...at,
    name: 'Old',
    folded: 'old',
    filters: '{}',
    preferences: '{}',
    shared_with: [],
  }
  await server.db
    .insertInto('saved_view')
    .values({ ...view, list: 'gone' })
    .execute()
  expect(await mine(token)).toEqual({
    preferences: { users: { ...preferences, rows: null } },
    views: [],
  })
})

test('a view keeps its filters, order and preferences; only its owner sees it, until it is shared', async () => {
  const [owner, colleague, other] = [
    await server.staff('cs'),
    await server.staff('cs'),
    await server.staff('finance'),
  ]
  const { body: view, status } = await save(owner.token)
  expect(status).toBe(200)
  const kept = { ...blocked, viewId: view.viewId, sharedWith: [], version: 1, owner: 'Test cs' }
  expect((await mine(owner.token)).views).toEqual([{ ...kept, mine: true }])
  expect(await namesOf(colleague.token)).toEqual([])
  const shared = await change(owner.token, view.viewId, { version: 1, sharedWith: ['hod', 'cs'] })
  expect(shared.body).toEqual({ ...kept, sharedWith: ['hod', 'cs'], version: 2, mine: true })
  expect((await mine(colleague.token)).views).toEqual([{ ...shared.body, mine: false }])
  expect(await namesOf(other.token)).toEqual([])
  await change(owner.token, view.viewId, { version: 2, sharedWith: [] })
  expect(await namesOf(colleague.token)).toEqual([])
  expect(await namesOf(owner.token)).toEqual(['Blocked in Pune'])
})

test('only its owner changes or deletes it: for others it is not there, also where they see it', async () => {
  const [owner, colleague, admin] = [
    await server.staff('cs'),
    await server.staff('cs'),
    await server.staff('admin'),
  ]
  const { viewId } = (await save(owner.token, { sharedWith: ['cs', 'admin'] })).body
  for (const { token } of [colleague, admin]) {
    expect(await namesOf(token)).toContain('Blocked in Pune')
    expect((await change(token, viewId, { version: 1, name: 'Mine now' })).status).toBe(404)
    expect((await remove(token, viewId)).status).toBe(404)
  }
  expect((await change(owner.token, 2_000_000_000, { version: 1, name: 'X' })).status).toBe(404)
  expect((await mine(owner.token)).views).toMatchObject([{ name: 'Blocked in Pune', version: 1 }])
  expect((await remove(owner.token, viewId)).body.message).toBe('“Blocked in Pune” is deleted.')
  expect((await remove(owner.token, viewId)).status).toBe(404)
  expect(await namesOf(colleague.token)).toEqual([])
})

test('a change from an older sight of it is refused and changes nothing', async () => {
  const { token } = await server.staff('cs')
  const { viewId } = (await save(token)).body
  const content = {
    filters: { result: ['unknown'] },
    preferences: { ...PREFERENCES, compact: false },
  }
  const updated = await change(token, viewId, { version: 1, content })
  expect(updated.body).toMatchObject({ ...content, version: 2, name: 'Blocked in Pune' })
  const late = await change(token, viewId, { version: 1, name: 'Late' })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    message: expect.stringMatching(/^This view was changed meanwhile/),
  })
  expect((await mine(token)).views).toMatchObject([updated.body])
  const same = await change(token, viewId, { version: 2, content })
  expect(same.body.version).toBe(2)
  const both = ['One', 'Two'].map((name) => change(token, viewId, { version: 2, name }))
  expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('names are there once a person and list, whatever their letters, and have 1 to 60 characters', async () => {
  const [me, other] = [await server.staff('cs'), await server.staff('cs')]
  const first = (await save(me.token, { name: '  Échéances   of July ' })).body
  expect(first.name).toBe('Échéances of July')
  const taken = await save(me.token, { name: 'ÉCHÉANCES OF JULY' })
  expect(taken.status).toBe(409)
  expect(taken.body).toMatchObject({
    fields: {
      name: 'You have a view of this list called “ÉCHÉANCES OF JULY” already. Give this one another name.',
    },
  })
  expect((await save(other.token, { name: 'Échéances of July' })).status).toBe(200)
  const there = { list: 'users', name: 'Échéances of July', filters: { kind: 'mason' } }
  expect((await save(me.token, there)).status).toBe(200)
  const second = (await save(me.token, { name: 'Second' })).body
  const renamed = await change(me.token, second.viewId, { version: 1, name: 'échéances of july' })
  expect(renamed.status).toBe(409)
  const own = await change(me.token, first.viewId, { version: 1, name: 'Échéances Of July' })
  expect(own.body.name).toBe('Échéances Of July')
  const message = async (name: string) => {
    const { status, body } = await save(me.token, { name })
    return [status, 'message' in body ? body.message : body.name.length]
  }
  expect(await message('x'.repeat(60))).toEqual([200, 60])
  expect(await message('x'.repeat(61))).toEqual([400, 'The name: at most 60 characters.'])
  expect(await message('   ')).toEqual([400, 'The name is missing.'])
})

test('a person keeps fifty views of a list, also when they come at once', async () => {
  const { token } = await server.staff('cs')
  const names = Array.from({ length: 49 }, (_, index) => `View ${index}`)
  for (const name of names) expect((await save(token, { name })).status).toBe(200)
  const late = await Promise.all(['Last', 'Late', 'Later'].map((name) => save(token, { name })))
  expect(late.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(late.find(({ status }) => status === 409)?.body).toMatchObject({
    message: 'You have 50 views of this list, the most there may be. Delete one first.',
  })
  const other = await save(token, { list: 'users', filters: {}, name: 'Elsewhere' })
  expect(other.status).toBe(200)
  expect((await mine(token)).views).toHaveLength(51)
})

test('it is shared only with roles that see the list, and saved only by them', async () => {
  const [cs, courier] = [await server.staff('cs'), await server.staff('courier')]
  const seen = rolesOf(LISTS.transfers.access)
  expect(seen).not.toContain('worker')
  const refused = await save(cs.token, { sharedWith: ['cs', 'worker'] })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    fields: { sharedWith: 'Worker does not see this list. Share the view with others.' },
  })
  const { viewId } = (await save(cs.token)).body
  const later = await change(cs.token, viewId, { version: 1, sharedWith: ['worker'] })
  expect(later.status).toBe(400)
  const unseen = { list: 'activity', filters: {} }
  expect((await save(courier.token, unseen)).status).toBe(403)
  expect(await namesOf(courier.token)).toEqual([])
  expect((await mine(cs.token)).views).toMatchObject([{ viewId, sharedWith: [], version: 1 }])
})

test('a list that a role no longer sees takes its views along', async () => {
  const { token, staffId } = await server.staff('admin')
  await save(token, { list: 'activity', filters: {}, name: 'Who did what' })
  expect(await namesOf(token)).toEqual(['Who did what'])
  await server.db
    .updateTable('staff')
    .set({ role: 'courier' })
    .where('staff_id', '=', staffId)
    .execute()
  expect(await namesOf(token)).toEqual([])
})

test('filters are those of the list, without a search or a place in it', async () => {
  const { token } = await server.staff('cs')
  const refusal = async (filters: unknown) => {
    const { status, body } = await save(token, { filters })
    expect(status, JSON.stringify(filters)).toBe(400)
    return 'fields' in body ? body.fields : null
  }
  for (const name of ['q', 'after', 'limit', 'count', 'colour', 'constructor']) {
    const words = `A view of this list cannot hold “${name}”. Leave it out.`
    expect(await refusal({ [name]: '1' })).toEqual({ filters: words })
  }
  expect(await refusal({ sort: 'sideways' })).toEqual({ filters: 'This list has no such order.' })
  expect(await refusal({ state: 'x'.repeat(201) })).toBeTruthy()
  expect(await refusal({ result: [{ nested: true }] })).toBeTruthy()
  const { viewId } = (await save(token)).body
  const content = { filters: { q: '9876543210' }, preferences }
  expect((await change(token, viewId, { version: 1, content })).status).toBe(400)
  expect((await mine(token)).views).toMatchObject([{ filters: blocked.filters, version: 1 }])
})

test('what others see is on record with who did it; what only the owner sees is not', async () => {
  const { token, staffId } = await server.staff('cs')
  const alone = (await save(token, { name: 'For myself' })).body
  await change(token, alone.viewId, { version: 1, name: 'Still for myself' })
  await remove(token, alone.viewId)
  expect(await auditOf(alone.viewId)).toEqual([])

  const { viewId } = (await save(token)).body
  const { list, name, filters } = blocked
  const whole = { list, name, filters, preferences: PREFERENCES }
  await change(token, viewId, { version: 1, sharedWith: ['cs'] })
  await change(token, viewId, { version: 2, name: 'Blocked' })
  await change(token, viewId, { version: 3, sharedWith: [] })
  await change(token, viewId, { version: 4, name: 'Quiet', sharedWith: ['hod'] })
  await remove(token, viewId)
  const last = { ...whole, name: 'Quiet', sharedWith: ['hod'] }
  const by = { staffId }
  expect(await auditOf(viewId)).toEqual([
    { ...by, action: 'view.shared', before: null, after: { ...whole, sharedWith: ['cs'] } },
    { ...by, action: 'view.changed', before: { name }, after: { name: 'Blocked' } },
    { ...by, action: 'view.unshared', before: { sharedWith: ['cs'] }, after: { sharedWith: [] } },
    { ...by, action: 'view.shared', before: null, after: last },
    { ...by, action: 'view.deleted', before: last, after: null },
  ])
  const atOnce = (await save(token, { sharedWith: ['cs'] })).body
  expect(await auditOf(atOnce.viewId)).toMatchObject([{ action: 'view.shared', staffId }])
})

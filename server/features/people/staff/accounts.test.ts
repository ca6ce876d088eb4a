import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whoAmI } from '../../../../contract/platform/session.ts'
import * as contract from '../../../../contract/people/staff.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { mailedLink, setPasswordBy, signIn as signInAs } from './test-support.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let admin: { staffId: number; token: string }
let almond: { staffId: number; token: string }
beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  almond = await server.staff('almond team')
})
afterAll(() => server.stop())

let made = 0
const newcomer = (role = 'cs') => {
  made += 1
  return { name: `Person ${made}`, email: `person${made}@test.example`, role }
}
const reason = 'Asked for by HR'
const add = (body: object, token = admin.token) => server.call(contract.addStaff, { token, body })
/** An account that is made while the ledger is empty, so at once, with the link that its mailbox got. */
async function added(role = 'cs') {
  const wanted = newcomer(role)
  const { status, body } = await add(wanted)
  expect([status, body]).toMatchObject([200, { change: { state: 'effective' }, link: 'mail' }])
  const staffId = body.change.staffId ?? 0
  const { body: person } = await server.call(contract.getStaff, {
    token: admin.token,
    params: { staffId },
  })
  return { person, link: await mailedLink(server, wanted.email) }
}
const setPassword = (link: string) => setPasswordBy(server, link)
const signIn = (email: string) => signInAs(server, email)
const me = async (token: string) => (await server.call(whoAmI, { token })).status

describe('an account', () => {
  test('is made with a link that sets its first password, once', async () => {
    const { person, link } = await added()
    expect(person).toMatchObject({ role: 'cs', hasPassword: false, disabledAt: null })
    expect((await signIn(person.email)).status).toBe(401)
    expect(await setPassword(link)).toBe(200)
    expect(await setPassword(link)).toBe(400)
    const signedIn = await signIn(person.email)
    expect(signedIn.body).toMatchObject({ userRole: 'cs', roleName: 'CS' })
    const { body } = await server.call(contract.getStaff, {
      token: admin.token,
      params: { staffId: person.staffId },
    })
    expect(body.sessions).toHaveLength(1)
    expect(body.events.map(({ words }) => words)).toEqual([
      'Set a password with a one-time link',
      'Account made',
    ])
  })

  test('disabled, signed out or given a new link is out at once', async () => {
    for (const endpoint of [
      contract.disableStaff,
      contract.endStaffSessions,
      contract.relinkStaff,
    ]) {
      const { person, link } = await added()
      await setPassword(link)
      const { token } = (await signIn(person.email)).body
      expect(await me(token)).toBe(200)
      const params = { staffId: person.staffId }
      const done = await server.raw(endpoint, { token: admin.token, params, body: { reason } })
      expect(done.status).toBe(200)
      expect(await me(token)).toBe(401)
      const again = (await signIn(person.email)).status
      expect([endpoint.path, again]).toEqual([
        endpoint.path,
        endpoint === contract.endStaffSessions ? 200 : 401,
      ])
    }
  })

  test('enabled again signs in with the password it had', async () => {
    const { person, link } = await added()
    await setPassword(link)
    const params = { staffId: person.staffId }
    const act = { token: admin.token, params, body: { reason } }
    await server.call(contract.disableStaff, act)
    const twice = await server.call(contract.disableStaff, act)
    expect([twice.status, twice.body]).toMatchObject([
      409,
      { message: 'This account is disabled already.' },
    ])
    await server.call(contract.enableStaff, act)
    expect((await signIn(person.email)).status).toBe(200)
  })

  test('another role ends the session, another name does not, and both are on record', async () => {
    const { person, link } = await added()
    await setPassword(link)
    const { token } = (await signIn(person.email)).body
    const params = { staffId: person.staffId }
    const change = async (changed: object) =>
      server.call(contract.changeStaff, {
        token: admin.token,
        params,
        body: {
          name: person.name,
          email: person.email,
          role: 'cs',
          reason,
          version: await versionOf(server.db, 'staff', person.staffId),
          ...changed,
        },
      })
    await change({ name: 'Renamed' })
    expect(await me(token)).toBe(200)
    const raised = await change({ name: 'Renamed', role: 'hod' })
    expect(await me(token)).toBe(401)
    expect(raised.body.events.slice(0, 2).map(({ words, reason: why }) => [words, why])).toEqual([
      ['Role: CS → HOD', reason],
      [`Name: ${person.name} → Renamed`, reason],
    ])
  })

  test('an e-mail that is taken is told at its field, however it is written', async () => {
    const { person } = await added()
    const taken = { fields: { email: `There is an account for ${person.email} already.` } }
    const again = await add({ ...newcomer(), email: person.email.toUpperCase() })
    expect([again.status, again.body]).toMatchObject([400, taken])
    const other = await added()
    const moved = await server.call(contract.changeStaff, {
      token: admin.token,
      params: { staffId: other.person.staffId },
      body: { name: 'Other', email: person.email, role: 'cs', reason, version: 0 },
    })
    expect([moved.status, moved.body]).toMatchObject([400, taken])
  })
})

describe('nobody raises themselves', () => {
  const change = async (who: { staffId: number; token: string }, staffId: number, role: string) =>
    server.call(contract.changeStaff, {
      token: who.token,
      params: { staffId },
      body: {
        name: 'Somebody',
        email: `role${staffId}@test.example`,
        role,
        reason,
        version: await versionOf(server.db, 'staff', staffId),
      },
    })

  test('a role of one’s own stays', async () => {
    for (const who of [admin, almond]) {
      const { status, body } = await change(who, who.staffId, 'hod')
      expect([status, body]).toMatchObject([
        400,
        { fields: { role: 'Nobody changes their own role: ask another admin.' } },
      ])
    }
  })

  test('the almond team neither makes admins nor touches them', async () => {
    const words = 'Only an admin makes somebody an admin.'
    expect((await add(newcomer('admin'), almond.token)).body).toMatchObject({
      fields: { role: words },
    })
    const { person } = await added()
    expect((await change(almond, person.staffId, 'admin')).body).toMatchObject({
      fields: { role: words },
    })
    const act = { token: almond.token, params: { staffId: admin.staffId }, body: { reason } }
    for (const endpoint of [
      contract.disableStaff,
      contract.endStaffSessions,
      contract.relinkStaff,
    ]) {
      expect((await server.raw(endpoint, act)).status).toBe(403)
    }
    expect(await me(admin.token)).toBe(200)
  })

  test('the last admin stays, also when two disable each other at once', async () => {
    const [one, two] = [await server.staff('admin'), await server.staff('admin')]
    const disable = (by: { token: string }, of: { staffId: number }) =>
      server.call(contract.disableStaff, {
        token: by.token,
        params: { staffId: of.staffId },
        body: { reason },
      })
    expect((await disable(one, admin)).status).toBe(200)
    const [first, second] = await Promise.all([disable(one, two), disable(two, one)])
    // Whoever is disabled first has no session any more, or meets the last admin.
    expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1)
    const active = await server.db
      .selectFrom('staff')
      .select('staff_id as staffId')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .execute()
    expect(active).toHaveLength(1)
    const left = active[0]?.staffId === one.staffId ? one : two
    const itself = await disable(left, left)
    expect([itself.status, itself.body]).toMatchObject([
      409,
      { message: 'Nobody disables their own account.' },
    ])
    admin = left
  })

  test('a worker is told to be changed elsewhere, and none is made here', async () => {
    const worker = await server.staff('worker')
    const act = { token: admin.token, params: { staffId: worker.staffId }, body: { reason } }
    expect((await server.call(contract.disableStaff, act)).body).toMatchObject({
      message: 'This is a worker: change the account in the Worker List.',
    })
    expect((await add(newcomer('worker'))).status).toBe(400)
  })
})

test('the trail can be filtered by person, thing, act and day, and is whole', async () => {
  const { person } = await added('finance')
  const ask = async (query: Record<string, unknown>) =>
    (await server.call(contract.listActivity, { token: admin.token, query })).body.items
  const [newest] = await ask({ limit: 1 })
  expect(newest).toMatchObject({
    action: 'staff.created',
    subject: 'staff',
    subjectId: String(person.staffId),
    staffId: admin.staffId,
    role: 'admin',
    after: { email: person.email, role: 'finance' },
  })
  const all = await ask({ limit: 200 })
  const expected: [Record<string, unknown>, (row: contract.ActivityRow) => boolean][] = [
    [{ staff: admin.staffId }, ({ staffId }) => staffId === admin.staffId],
    [{ action: 'staff.disabled' }, ({ action }) => action === 'staff.disabled'],
    [{ subject: 'staff', q: String(person.staffId) }, (row) => row.subjectId === newest?.subjectId],
    [{ from: '2020-01-01', to: '2020-01-02' }, () => false],
    [{ subject: 'member' }, ({ subject }) => subject === 'member'],
  ]
  for (const [query, fits] of expected) {
    const found = await ask({ limit: 200, ...query })
    expect([query, found]).toEqual([query, all.filter(fits)])
  }
  const { body } = await server.call(contract.activityWords, { token: admin.token })
  expect(body.subjects).toContain('staff')
  expect(body.actions).toContain('staff.created')
  expect(body.people.map(({ staffId }) => staffId)).toContain(admin.staffId)
  expect(JSON.stringify(all)).not.toMatch(/\/reset\/|password_hash/)
  const verdict = await server.db
    .transaction()
    .execute((tx) => verifyAudit(tx, server.context.keys))
  expect(verdict.broken).toBeNull()
})

test('an entry of the trail is found by its number, and what has none is said not to be there', async () => {
  const { token } = admin
  await added()
  const { items } = (await server.call(contract.listActivity, { token, query: { limit: 1 } })).body
  const entryAt = (seq: string) => server.call(contract.getActivity, { token, params: { seq } })
  for (const entry of items) {
    const found = await entryAt(entry.seq)
    expect([found.status, found.body]).toEqual([200, entry])
  }
  expect(items).toHaveLength(1)
  for (const none of ['0', '9223372036854775808']) expect((await entryAt(none)).status).toBe(404)
})

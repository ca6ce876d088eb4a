import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, resetPassword } from '../../../../contract/platform/session.ts'
import * as contract from '../../../../contract/people/workers.ts'
import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import { anyProduct, testServer, type TestServer } from '../../../test/server.ts'
import { newcomer, plantOf, sessionOf, statusOf } from './test-support.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let admin: { token: string; staffId: number }
let plantId: number
let otherPlant: number

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  plantId = await plantOf(server, 'JHB', 'Jhajjar')
  otherPlant = await plantOf(server, 'KOL', 'Kolkata')
})
afterAll(() => server.stop())

const reason = 'Asked for by the plant'
const send = (body: Record<string, unknown>) =>
  server.call(contract.createWorker, { token: admin.token, body: { plantId, ...body } })
async function create(changed: Record<string, unknown> = {}) {
  const fields = newcomer(changed)
  const { body, status } = await send(fields)
  expect(status).toBe(200)
  return { ...body, fields, staffId: body.worker.staffId }
}
const change = async (staffId: number, body: object) =>
  server.call(contract.changeWorker, {
    token: admin.token,
    params: { staffId },
    body: { ...body, version: await versionOf(server.db, 'staff', staffId) },
  })
type Step = 'moveWorker' | 'deactivateWorker' | 'reactivateWorker' | 'resetWorker'
const step = (name: Step, staffId: number, body: Record<string, unknown> = { reason }) =>
  server.raw(contract[name], { token: admin.token, params: { staffId }, body })
const detail = async (staffId: number): Promise<WorkerDetail> =>
  (await server.call(contract.getWorker, { token: admin.token, params: { staffId } })).body
const tokenOf = (link: string) => link.slice(`${server.context.publicUrl}/reset/`.length)
const setPassword = (link: string, password: string) =>
  server.call(resetPassword, {
    body: { token: tokenOf(link), password, confirmPassword: password },
  })
const signIn = (email: string, password: string) =>
  server.call(login, { body: { email, password } })
const audits = (staffId: number) =>
  server.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'staff')
    .where('subject_id', '=', String(staffId))
    .orderBy('seq')
    .execute()

describe('a new worker', () => {
  test('gets a link that sets the first password, once, and signs in with it', async () => {
    const { worker, link, fields } = await create({
      employeeCode: 'jhb-7',
      email: 'A.B@Line.example',
    })
    expect(worker).toMatchObject({
      ...fields,
      employeeCode: 'JHB-7',
      email: 'a.b@line.example',
      plantId,
      plantName: 'Jhajjar',
      status: 'active',
      hasPassword: false,
      sessions: 0,
      activated: 0,
      lastActivityAt: null,
      acts: [],
      events: [
        { by: 'Test admin', words: 'Onboarded, with a one-time link for the first password' },
      ],
    })
    expect(link).toMatch(new RegExp(`^${server.context.publicUrl}/reset/[\\w-]{20,}$`))
    expect((await setPassword(link, 'line-of-the-plant-7')).status).toBe(200)
    expect((await setPassword(link, 'another-long-one-8')).status).toBe(400)
    const session = await signIn('a.b@line.example', 'line-of-the-plant-7')
    expect(session.body).toMatchObject({ userRole: 'worker', data: { plantId } })
    expect(await detail(worker.staffId)).toMatchObject({
      hasPassword: true,
      sessions: 1,
      lastSignInAt: expect.any(String),
      events: [{ words: 'Set a password by a one-time link' }, { action: 'worker.created' }],
    })
    const told = JSON.stringify(await server.db.selectFrom('audit').selectAll().execute())
    expect(told).not.toContain(tokenOf(link))
  })

  test('must be at a plant that is there', async () => {
    for (const wrong of [0, 999, 70_000, 2_147_483_647]) {
      const { status, body } = await send({ ...newcomer(), plantId: wrong })
      expect([wrong, status, body]).toMatchObject([
        wrong,
        400,
        { fields: { plantId: expect.any(String) } },
      ])
    }
  })

  test('whose code, e-mail or mobile is somebody else’s is refused at each field', async () => {
    const { fields } = await create({ name: 'Ravi Kumar', employeeCode: 'W12' })
    await server.db
      .updateTable('staff')
      .set({ email: 'boss@hil.example' })
      .where('staff_id', '=', admin.staffId)
      .execute()
    expect((await send({ ...fields, name: 'Other' })).body).toMatchObject({
      code: 'invalid',
      fields: {
        employeeCode: 'Employee code W12 belongs to Ravi Kumar already.',
        email: 'This e-mail belongs to Ravi Kumar (W12) already.',
        mobile: 'This mobile belongs to Ravi Kumar (W12) already.',
      },
    })
    expect((await send(newcomer({ email: 'boss@hil.example' }))).body).toMatchObject({
      fields: { email: 'This e-mail belongs to another account already.' },
    })
  })

  test('of two with one e-mail at once one is made, and the other is told at the field', async () => {
    for (const field of ['email', 'employeeCode', 'mobile'] as const) {
      const one = newcomer()
      const bodies = Array.from({ length: 6 }, () => newcomer({ [field]: one[field] }))
      const answers = await Promise.all([one, ...bodies].map(send))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        200,
        ...bodies.map(() => 400),
      ])
      const refused = answers.filter(({ status }) => status === 400)
      for (const { body } of refused) {
        expect(body).toMatchObject({ fields: { [field]: expect.stringContaining('belongs to') } })
      }
    }
  })
})

describe('a change', () => {
  test('is told with before and after; nothing is written where nothing differs', async () => {
    const { staffId, fields } = await create()
    const before = (await audits(staffId)).length
    expect((await change(staffId, fields)).status).toBe(200)
    expect(await audits(staffId)).toHaveLength(before)
    const { body } = await change(staffId, {
      ...fields,
      name: 'Sunita Rao',
      mobile: null,
      shift: 'G',
    })
    expect(body).toMatchObject({ name: 'Sunita Rao', mobile: null, shift: 'G', language: 'hi' })
    expect(body.events[0]?.words).toBe(
      `Name: Sunita Devi → Sunita Rao; Mobile: ${fields.mobile} → none; Shift: A → General`,
    )
    expect((await audits(staffId)).at(-1)).toMatchObject({
      action: 'worker.changed',
      staff_id: admin.staffId,
      before: { name: 'Sunita Devi', mobile: fields.mobile, shift: 'A' },
      after: { name: 'Sunita Rao', mobile: null, shift: 'G' },
    })
  })

  test('of the e-mail ends sessions and links, any other does not', async () => {
    const { staffId, fields, link } = await create()
    const token = await sessionOf(server, staffId)
    await change(staffId, { ...fields, name: 'Sunita Rao' })
    expect(await statusOf(server, token)).toBe(200)
    const moved = { ...fields, email: 'moved@line.example' }
    expect((await change(staffId, moved)).body.sessions).toBe(0)
    expect(await statusOf(server, token)).toBe(401)
    expect((await setPassword(link, 'line-of-the-plant-7')).status).toBe(400)
  })

  test('to what is another’s is refused at the field, to what is one’s own is not', async () => {
    const [one, other] = [await create({ name: 'Asha Rao' }), await create()]
    const { employeeCode, email, mobile } = one.fields
    expect(
      (await change(other.staffId, { ...other.fields, employeeCode, email, mobile })).body,
    ).toMatchObject({
      fields: {
        employeeCode: `Employee code ${employeeCode} belongs to Asha Rao already.`,
        email: expect.stringContaining('Asha Rao'),
        mobile: expect.stringContaining('Asha Rao'),
      },
    })
    expect((await detail(other.staffId)).email).toBe(other.fields.email)
  })
})

describe('a step', () => {
  test('to another plant ends the sessions', async () => {
    const { staffId } = await create()
    const token = await sessionOf(server, staffId)
    const same = await step('moveWorker', staffId, { plantId, reason })
    expect(await same.json()).toMatchObject({
      fields: { plantId: 'Sunita Devi works at Jhajjar already.' },
    })
    expect(await statusOf(server, token)).toBe(200)
    const moved = await step('moveWorker', staffId, { plantId: otherPlant, reason })
    expect(await moved.json()).toMatchObject({
      plantId: otherPlant,
      plantName: 'Kolkata',
      events: [{ words: 'Moved from Jhajjar to Kolkata', reason }, {}],
    })
    expect(await statusOf(server, token)).toBe(401)
    expect((await step('moveWorker', staffId, { plantId: 70_000, reason })).status).toBe(400)
  })

  test('of deactivation ends sessions and links; twice is refused in words', async () => {
    const { staffId, link, fields } = await create()
    await setPassword(link, 'line-of-the-plant-7')
    const { link: unused } = await (await step('resetWorker', staffId)).json()
    const token = await sessionOf(server, staffId)
    expect(await (await step('deactivateWorker', staffId)).json()).toMatchObject({
      status: 'deactivated',
      sessions: 0,
    })
    expect(await statusOf(server, token)).toBe(401)
    const again = await step('deactivateWorker', staffId)
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { message: `Sunita Devi (${fields.employeeCode}) is deactivated already.` },
    ])
    const reset = await step('resetWorker', staffId)
    expect([reset.status, (await reset.json()).message]).toEqual([
      409,
      `Sunita Devi (${fields.employeeCode}) is deactivated: reactivate this worker first.`,
    ])
    expect((await step('reactivateWorker', staffId)).status).toBe(200)
    expect((await step('reactivateWorker', staffId)).status).toBe(409)
    expect((await setPassword(unused, 'line-of-the-plant-9')).status).toBe(400)
    expect((await detail(staffId)).events.map(({ action }) => action)).toEqual([
      'worker.reactivated',
      'worker.deactivated',
      'worker.reset',
      'password.reset',
      'worker.created',
    ])
  })

  test('of reset ends the password, the sessions and older links, and gives a new one', async () => {
    const { staffId, link, fields } = await create()
    await setPassword(link, 'line-of-the-plant-7')
    expect((await signIn(fields.email, 'line-of-the-plant-7')).status).toBe(200)
    const token = await sessionOf(server, staffId)
    const older = await (await step('resetWorker', staffId)).json()
    const newer = await (await step('resetWorker', staffId)).json()
    expect(newer.worker).toMatchObject({ hasPassword: false, sessions: 0 })
    expect(await statusOf(server, token)).toBe(401)
    expect((await signIn(fields.email, 'line-of-the-plant-7')).status).toBe(401)
    expect((await setPassword(older.link, 'line-of-the-plant-8')).status).toBe(400)
    expect((await setPassword(newer.link, 'line-of-the-plant-8')).status).toBe(200)
    expect((await signIn(fields.email, 'line-of-the-plant-8')).status).toBe(200)
    const told = JSON.stringify(await audits(staffId))
    expect(told).not.toContain(tokenOf(newer.link))
  })

  test('needs a reason', async () => {
    const { staffId } = await create()
    const plant = { plantId: otherPlant }
    for (const name of [
      'deactivateWorker',
      'reactivateWorker',
      'resetWorker',
      'moveWorker',
    ] as const) {
      const answer = await step(name, staffId, { ...plant, reason: ' ' })
      expect([name, answer.status]).toEqual([name, 400])
    }
    expect(await audits(staffId)).toHaveLength(1)
  })
})

test('staff who are no workers are not found, whatever is asked', async () => {
  const boss = await server.staff('hod')
  const fields = newcomer()
  // As an account whose role was changed by hand may be left.
  const left = { staff_id: boss.staffId, employee_code: 'BOSS' }
  await server.db.insertInto('worker').values(left).execute()
  const answers = [
    server.raw(contract.getWorker, { token: admin.token, params: { staffId: boss.staffId } }),
    server.raw(contract.changeWorker, {
      token: admin.token,
      params: { staffId: boss.staffId },
      body: { ...fields, version: 0 },
    }),
    step('moveWorker', boss.staffId, { plantId, reason }),
    step('deactivateWorker', boss.staffId),
    step('reactivateWorker', boss.staffId),
    step('resetWorker', boss.staffId),
  ]
  for (const answer of await Promise.all(answers)) {
    expect([answer.status, (await answer.json()).message]).toEqual([
      404,
      'This worker was not found.',
    ])
  }
  expect(await statusOf(server, boss.token)).toBe(200)
  expect(await audits(boss.staffId)).toEqual([])
})

test('the detail shows the last twenty acts on coupons, newest first', async () => {
  const { staffId } = await create()
  const productId = await anyProduct(server.db)
  await sql`insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at,
      status, approvals_needed, sealed_key, requested_by, requested_at)
    values (7, ${plantId}, ${productId}, 100, 40, now(), 'printed', 1, '', ${admin.staffId}, now())`.execute(
    server.db,
  )
  const at = new Date('2026-11-01T00:00:00Z')
  const acts = Array.from({ length: 25 }, (_, index) => ({
    batch_id: 7,
    plant_id: plantId,
    from_serial: index + 1,
    to_serial: index + 1,
    action: (['activate', 'deactivate', 'block'] as const)[index % 3] ?? 'block',
    changed: 1,
    reason: index % 3 === 1 ? 'Torn' : null,
    staff_id: staffId,
    device: null,
    at,
    occurred_at: new Date(at.getTime() + ((index * 7) % 25) * 60_000),
  }))
  await server.db.insertInto('coupon_change').values(acts).execute()
  const expected = acts
    .filter(({ action }) => action !== 'block')
    .toSorted((a, b) => b.occurred_at.getTime() - a.occurred_at.getTime())
    .slice(0, 20)
    .map(({ occurred_at, action, from_serial, reason }) => ({
      at: occurred_at.toISOString(),
      action,
      batchId: 7,
      productName: 'Test product',
      fromSerial: from_serial,
      toSerial: from_serial,
      changed: 1,
      reason,
    }))
  expect((await detail(staffId)).acts).toEqual(expected)
})

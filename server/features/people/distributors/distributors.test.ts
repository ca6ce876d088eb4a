import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../../../contract/people/catalogue.ts'
import * as contract from '../../../../contract/people/distributors.ts'
import type { DistributorDetail } from '../../../../contract/people/distributors.ts'
import { maskGstin, maskPan } from '../../../../contract/india.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { dumpOf, gstinOf } from './test-support.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let admin: { token: string; staffId: number }
let number = 0

beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  await server.db.insertInto('territory').values({ code: 'W', name: 'West' }).execute()
})
afterAll(() => server.stop())

const reason = 'The firm asked for it'
/** What a form sends of a firm, with what differs. */
function firm(changed: Record<string, unknown> = {}) {
  number++
  const empty = { territory: null, contactName: null, mobile: null, email: null }
  const place = { state: 27, city: 'Pune', address: null, pincode: '411001' }
  return { code: `F${number}`, name: 'Sharma Traders', ...place, ...empty, ...changed }
}
/** A PAN that no other test uses. */
const newPan = () => `QQQPQ${String(++number).padStart(4, '0')}Q`

const send = (body: Record<string, unknown>) =>
  server.call(contract.createDistributor, { token: admin.token, body })
async function create(changed: Record<string, unknown> = {}) {
  const fields = firm(changed)
  const { status, body } = await send(fields)
  expect([status, body]).toMatchObject([200, {}])
  const {
    gstin: _gstin,
    pan: _pan,
    ...rest
  } = fields as ReturnType<typeof firm> & {
    gstin?: string
    pan?: string
  }
  return { ...body, fields: rest }
}
const change = async (distributorId: number, body: object) =>
  server.call(contract.changeDistributor, {
    token: admin.token,
    params: { distributorId },
    body: { ...body, version: await versionOf(server.db, 'distributor', distributorId) },
  })
type Step = 'deactivateDistributor' | 'reactivateDistributor'
const step = (name: Step, distributorId: number, words = reason) =>
  server.raw(contract[name], {
    token: admin.token,
    params: { distributorId },
    body: { reason: words },
  })
const detail = async (distributorId: number): Promise<DistributorDetail> =>
  (
    await server.call(contract.getDistributor, {
      token: admin.token,
      params: { distributorId },
    })
  ).body
const reveal = (distributorId: number, body: unknown, token = admin.token) =>
  server.call(contract.revealDistributor, { token, params: { distributorId }, body })
const valueOf = async (distributorId: number, field: 'gstin' | 'pan') =>
  (await reveal(distributorId, { field, reason })).body.value
const audits = (distributorId: number) =>
  server.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'distributor')
    .where('subject_id', '=', String(distributorId))
    .orderBy('seq')
    .execute()

describe('a new distributor', () => {
  test('keeps its numbers sealed; its GSTIN brings the PAN; both are shown as masks', async () => {
    const pan = newPan()
    const gstin = gstinOf(pan)
    const made = await create({ gstin, territory: 'West', email: 'R@Sharma.example' })
    expect(made).toMatchObject({
      ...made.fields,
      email: 'r@sharma.example',
      gstin: maskGstin(gstin),
      pan: maskPan(pan),
      status: 'active',
      members: 0,
      addedAt: expect.any(String),
      samePan: [],
      events: [{ by: 'Test admin', action: 'distributor.created', words: 'Onboarded' }],
    })
    expect(await valueOf(made.distributorId, 'gstin')).toBe(gstin)
    expect(await valueOf(made.distributorId, 'pan')).toBe(pan)
    const told = await dumpOf(server)
    expect(told).toContain(maskPan(pan))
    for (const secret of [gstin, pan]) expect(told).not.toContain(secret)
  })

  test('whose numbers do not fit each other or the state is refused at the field', async () => {
    const gstin = gstinOf(newPan())
    expect((await send(firm({ gstin, pan: newPan() }))).body).toMatchObject({
      fields: { pan: 'The PAN inside the GSTIN is another: look at both again.' },
    })
    expect((await send(firm({ gstin, state: 8 }))).body).toMatchObject({
      fields: {
        gstin: 'The GSTIN begins with the number of another state than the one given.',
      },
    })
    expect((await send(firm({ gstin: `${gstin.slice(0, 14)}?` }))).status).toBe(400)
  })

  test('whose code or GSTIN is another’s is refused at the field; a PAN may repeat', async () => {
    const pan = newPan()
    const gstin = gstinOf(pan)
    const one = await create({ code: 'D77', name: 'Gupta Stores', gstin })
    expect((await send(firm({ code: ' d77', gstin }))).body).toMatchObject({
      fields: {
        code: 'Distributor code D77 belongs to Gupta Stores already.',
        gstin: 'This GSTIN belongs to D77 (Gupta Stores) already.',
      },
    })
    const other = await create({ state: 8, gstin: gstinOf(pan, '08'), pan })
    const { distributorId, code, name } = one
    expect(other.samePan).toEqual([{ distributorId, code, name }])
    expect((await detail(distributorId)).samePan).toMatchObject([{ code: other.code }])
  })

  test('of several with one code or GSTIN at once one is made', async () => {
    const gstin = gstinOf(newPan())
    for (const own of [{ code: 'RACE' }, { gstin }]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(firm(own))))
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, 400, 400, 400, 400, 400])
      const [field = ''] = Object.keys(own)
      for (const { status, body } of answers) {
        if (status === 400) {
          expect(body).toMatchObject({ fields: { [field]: expect.stringContaining('belongs to') } })
        }
      }
    }
  })

  test('stands in the catalogue, and stays there when it is deactivated', async () => {
    const { distributorId, code } = await create()
    await step('deactivateDistributor', distributorId)
    const { body } = await server.call(catalogue, { token: admin.token })
    expect(body.distributors).toContainEqual(expect.objectContaining({ distributorId, code }))
  })
})

describe('a change', () => {
  test('is told with before and after; nothing is written where nothing differs', async () => {
    const gstin = gstinOf(newPan())
    const { distributorId, fields } = await create({ gstin, mobile: '9876543210' })
    expect((await change(distributorId, fields)).status).toBe(200)
    expect((await change(distributorId, { ...fields, gstin })).status).toBe(200)
    expect(await audits(distributorId)).toHaveLength(1)
    const { body } = await change(distributorId, { ...fields, name: 'Sharma & Sons', mobile: null })
    expect(body).toMatchObject({ name: 'Sharma & Sons', mobile: null, gstin: maskGstin(gstin) })
    expect(body.events[0]?.words).toBe(
      'Name: Sharma Traders → Sharma & Sons; Mobile: 9876543210 → none',
    )
    expect((await audits(distributorId)).at(-1)).toMatchObject({
      action: 'distributor.changed',
      before: { name: 'Sharma Traders', mobile: '9876543210' },
      after: { name: 'Sharma & Sons', mobile: null },
    })
  })

  test('of numbers: left out they stay, null takes them away, on record are masks', async () => {
    const [pan, other] = [newPan(), newPan()]
    const [gstin, next] = [gstinOf(pan), gstinOf(other)]
    const { distributorId, fields } = await create({ gstin })
    const changed = await change(distributorId, { ...fields, gstin: next, pan: other })
    expect(changed.body).toMatchObject({ gstin: maskGstin(next), pan: maskPan(other) })
    // The masks of both PANs are the same letters: the change is on record all the same.
    expect((await audits(distributorId)).at(-1)).toMatchObject({
      before: { gstin: maskGstin(gstin), pan: maskPan(pan) },
      after: { gstin: maskGstin(next), pan: maskPan(other) },
    })
    expect(await valueOf(distributorId, 'pan')).toBe(other)
    const moved = await change(distributorId, { ...fields, gstin, pan: null })
    expect(moved.body).toMatchObject({ gstin: maskGstin(gstin), pan: maskPan(pan) })
    const without = await change(distributorId, { ...fields, gstin: null })
    expect(without.body).toMatchObject({ gstin: null, pan: maskPan(pan) })
    expect((await change(distributorId, { ...fields, pan: null })).body).toMatchObject({
      gstin: null,
      pan: null,
    })
    expect((await detail(distributorId)).events[0]?.words).toBe(`PAN: ${maskPan(pan)} → none`)
    const told = await dumpOf(server)
    for (const secret of [gstin, next, pan, other]) expect(told).not.toContain(secret)
  })

  test('that does not fit what stays on record is refused at the field', async () => {
    const pan = newPan()
    const { distributorId, fields } = await create({ gstin: gstinOf(pan) })
    const onlyPan = await create({ pan: newPan() })
    const refused = async (body: object, id = distributorId) => {
      const answer = await change(id, body)
      expect(answer.status).toBe(400)
      return answer.body
    }
    expect(await refused({ ...fields, pan: newPan() })).toMatchObject({
      fields: { pan: 'The PAN inside the GSTIN on record is another: look at both again.' },
    })
    expect(await refused({ ...fields, state: 8 })).toMatchObject({
      fields: {
        state: 'The GSTIN on record begins with the number of another state than this one.',
      },
    })
    expect(await refused({ ...fields, pan: null })).toMatchObject({
      fields: { pan: 'This PAN is inside the GSTIN on record: take both away, or neither.' },
    })
    const gstin = gstinOf(newPan())
    expect(await refused({ ...onlyPan.fields, gstin }, onlyPan.distributorId)).toMatchObject({
      fields: { gstin: expect.stringContaining('The PAN on record is not the one inside') },
    })
    expect(
      await refused({ ...onlyPan.fields, gstin: gstinOf(pan), pan }, onlyPan.distributorId),
    ).toMatchObject({
      fields: { gstin: expect.stringContaining(`belongs to ${fields.code}`) },
    })
    expect(await audits(distributorId)).toHaveLength(1)
    const both = { ...fields, state: 8, gstin: gstinOf(pan, '08') }
    expect((await change(distributorId, both)).body).toMatchObject({ state: 8, pan: maskPan(pan) })
  })
})

test('a distributor is deactivated and taken back, once each, with a reason on record', async () => {
  const { distributorId, code } = await create()
  const left = await step('deactivateDistributor', distributorId)
  expect(await left.json()).toMatchObject({
    status: 'deactivated',
    leftReason: reason,
    events: [{ words: 'Deactivated', reason }, {}],
  })
  const again = await step('deactivateDistributor', distributorId)
  expect([again.status, (await again.json()).message]).toEqual([
    409,
    `${code} (Sharma Traders) is deactivated already.`,
  ])
  const back = await step('reactivateDistributor', distributorId)
  expect(await back.json()).toMatchObject({ status: 'active', leftReason: null })
  expect((await step('reactivateDistributor', distributorId)).status).toBe(409)
  const refused = ['x', 'Call 98765 43210', 'Pay asha@okbank']
  for (const words of refused) {
    const answer = await step('deactivateDistributor', distributorId, words)
    expect([words, answer.status]).toEqual([words, 400])
  }
  expect((await step('deactivateDistributor', 999_999)).status).toBe(404)
})

describe('revealing', () => {
  test('is on record without the value, before it is shown', async () => {
    const pan = newPan()
    const { distributorId } = await create({ gstin: gstinOf(pan) })
    expect((await reveal(distributorId, { field: 'gstin', reason })).body).toEqual({
      value: gstinOf(pan),
    })
    expect((await audits(distributorId)).at(-1)).toMatchObject({
      action: 'distributor.revealed',
      staff_id: admin.staffId,
      reason,
      after: { field: 'gstin', value: maskGstin(gstinOf(pan)) },
    })
    expect((await detail(distributorId)).events[0]).toMatchObject({
      words: 'GSTIN shown in full',
      reason,
    })
    await server.context.pool.query('alter table audit rename to audit_away')
    try {
      const answer = await reveal(distributorId, { field: 'pan', reason })
      expect(answer.status).toBe(500)
      expect(JSON.stringify(answer.body)).not.toContain(pan)
    } finally {
      await server.context.pool.query('alter table audit_away rename to audit')
    }
  })

  test('needs a reason without a number in it, and a number that is there', async () => {
    const pan = newPan()
    const { distributorId } = await create({ pan })
    const before = await audits(distributorId)
    for (const words of [undefined, '', 'x', 'Call 98765 43210']) {
      expect(await reveal(distributorId, { field: 'pan', reason: words })).toMatchObject({
        status: 400,
        body: { fields: { reason: expect.any(String) } },
      })
    }
    expect(await reveal(distributorId, { field: 'gstin', reason })).toMatchObject({
      status: 404,
      body: { message: 'GSTIN of this distributor was not found.' },
    })
    expect((await reveal(distributorId, { field: 'mobile', reason })).status).toBe(400)
    expect(await audits(distributorId)).toHaveLength(before.length)
  })

  test('is for those who may, and onboarding is not enough', async () => {
    const { distributorId } = await create({ pan: newPan() })
    const statuses = await Promise.all(
      (['cs', 'sub admin', 'almond team', 'hod'] as const).map(async (role) => {
        const { token } = await server.staff(role)
        return (await reveal(distributorId, { field: 'pan', reason }, token)).status
      }),
    )
    expect(statuses).toEqual([200, 403, 403, 403])
  })
})

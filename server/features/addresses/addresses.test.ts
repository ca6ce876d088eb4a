import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/addresses.ts'
import { listParcels } from '../../../contract/parcels.ts'
import {
  getMyRedemption,
  getRedemption,
  myRedemptions,
  requestForMember,
} from '../../../contract/redemptions.ts'
import type { Role } from '../../../contract/roles.ts'
import { eraseUser } from '../../../contract/users.ts'
import { testServer, type TestServer } from '../../test/server.ts'
import { parcelsOn, SETTINGS, tracking, type Gift } from '../parcels/test-support.ts'
import {
  approve,
  ask,
  cancel,
  detailOf,
  makeGift,
  payee,
  requested,
  type Payee,
  type Staff,
} from '../redemptions/test-support.ts'
import { brokenInvariants } from '../users/test-support.ts'
import { rotate } from '../vault/rotation.service.ts'
import { ADDRESS } from './test-support.ts'

/** Words that stand nowhere else. */
const SECRETS = {
  recipient: 'Zubeda Markerwali',
  line1: '77 Quxbar Gali',
  line2: 'Zyxwadi',
  landmark: 'Opposite Plughchowk',
  phone: '9876501234',
}
const MARKED = { ...ADDRESS, ...SECRETS, pincode: '560034', city: 'Wumpuspura', state: 29 }
const reason = 'Moved to another house'
const PLACE = { city: 'Wumpuspura', state: 29, pincode: '560034' }

const lines: string[] = []
let server: TestServer
let cs: Staff
let courier: Staff
let parcels: ReturnType<typeof parcelsOn>

beforeAll(async () => {
  server = await testServer(
    { ...SETTINGS, LOG_LEVEL: 'debug' },
    { logTo: { write: (line) => void lines.push(line) } },
  )
  cs = await server.staff('cs')
  courier = await server.staff('courier')
  parcels = parcelsOn(server, { cs, courier })
})
afterAll(() => server.stop())

async function tablesThatHold(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(server.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}) as found`.execute(
      server.db,
    )
    if (rows[0]?.found) found.push(name)
  }
  return found
}

async function expectNowhereInClear(): Promise<void> {
  for (const secret of [...Object.values(SECRETS), 'Wumpuspura']) {
    expect(await tablesThatHold(secret), secret).toEqual([])
    expect(
      lines.filter((line) => line.includes(secret)),
      secret,
    ).toEqual([])
  }
}

/** A request for a gift that waits for its approval. */
async function wanted(member: Payee, address: object = MARKED) {
  const giftId = await makeGift(server)
  return requested(server, member, { kind: 'gift', giftId, address })
}
const set = (redemptionId: string, { token }: Staff, body: object = {}) =>
  server.call(contract.setAddress, {
    token,
    params: { redemptionId },
    body: { address: MARKED, reason, ...body },
  })
const correctMine = (redemptionId: string, { token }: Payee, address: object) =>
  server.call(contract.correctMyAddress, { token, params: { redemptionId }, body: { address } })
const reveal = (redemptionId: string, { token }: Staff, why = 'The parcel was asked about') =>
  server.call(contract.revealAddress, { token, params: { redemptionId }, body: { reason: why } })
const forParcel = (redemptionId: string, { token }: Staff) =>
  server.call(contract.parcelAddress, { token, params: { redemptionId } })
const mine = (redemptionId: string, { token }: Payee) =>
  server.call(getMyRedemption, { token, params: { redemptionId } })
const last = ({ token }: Payee) => server.call(contract.myLastAddress, { token })
/** But for the KYC, which `payee` puts there as it is wanted. */
const broken = async () => (await brokenInvariants(server)).filter((name) => !name.includes('KYC'))
/** As before there were addresses. */
const takeAway = (redemptionId: string) =>
  server.db.deleteFrom('redemption_address').where('redemption_id', '=', redemptionId).execute()
const auditOf = (redemptionId: string) =>
  server.db
    .selectFrom('audit')
    .select(['action', 'staff_id', 'reason', 'before', 'after'])
    .where('subject', '=', 'redemption')
    .where('subject_id', '=', redemptionId)
    .orderBy('seq')
    .execute()

describe('a gift that is asked for', () => {
  test('goes to the address that was given, which the member sees and the last is offered again', async () => {
    const member = await payee(server, { points: 2000 })
    expect((await last(member)).body).toEqual({ address: null })
    const made = await wanted(member)
    expect(made.address).toEqual({ ...MARKED, setAt: made.requestedAt, byStaff: false })
    expect((await mine(made.redemptionId, member)).body.address).toEqual(made.address)
    const { body } = await server.call(myRedemptions, { token: member.token })
    expect(body.items[0]?.address).toEqual(made.address)
    expect((await last(member)).body).toEqual({ address: MARKED })
    await expectNowhereInClear()
  })

  test.each<[string, object | undefined, string, string]>([
    ['no address', undefined, 'address', 'Enter the address the gift goes to.'],
    ['no name', { recipient: ' ' }, 'address.recipient', 'The name: a few words.'],
    [
      'a short PIN code',
      { pincode: '41103' },
      'address.pincode',
      'A PIN code has six digits and does not begin with 0.',
    ],
    [
      'a PIN code of another state',
      { state: 3 },
      'address.pincode',
      'PIN codes that begin with 5 are not in Punjab. Check the PIN code and the state.',
    ],
    [
      'no such state',
      { state: 99 },
      'address.state',
      'This is not an Indian state or union territory.',
    ],
    [
      'a landline',
      { phone: '02012345' },
      'address.phone',
      'Enter a mobile number of ten digits that begins with 6, 7, 8 or 9.',
    ],
    [
      'letters that labels cannot print',
      { line1: '12 தெரு' },
      'address.line1',
      'House and street: use English or Hindi letters on one line. Labels cannot print others.',
    ],
    [
      'two lines in one',
      { line1: 'Shop 1\nRoad' },
      'address.line1',
      'House and street: use English or Hindi letters on one line. Labels cannot print others.',
    ],
    [
      'an Aadhaar number',
      { landmark: '2341 2341 2346' },
      'address.landmark',
      'This holds a whole Aadhaar number. Leave it out, or keep only its last four digits.',
    ],
    [
      'far too much',
      { line1: 'x'.repeat(101) },
      'address.line1',
      'House and street: at most 100 characters.',
    ],
  ])('is refused with %s', async (_, change, field, message) => {
    const member = await payee(server)
    const giftId = await makeGift(server)
    const address = change && { ...MARKED, ...change }
    const answer = await ask(server, member, { kind: 'gift', giftId, address })
    expect(answer.status, JSON.stringify(answer.body)).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: message } })
    expect((await last(member)).body).toEqual({ address: null })
  })

  test('is written in Hindi as well, with an empty area and landmark', async () => {
    const member = await payee(server)
    const hindi = { recipient: 'विजय त्रिपाठी', line1: 'दुकान 14, स्टेशन रोड', city: 'इंदौर' }
    const address = {
      ...ADDRESS,
      ...hindi,
      line2: '',
      landmark: undefined,
      state: 23,
      pincode: '452 010',
    }
    const made = await wanted(member, address)
    expect(made.address).toMatchObject({ ...hindi, line2: null, landmark: null, pincode: '452010' })
  })

  test('money goes to no address', async () => {
    const answer = await ask(server, await payee(server), { points: 200, address: ADDRESS })
    expect(answer.body).toMatchObject({
      fields: { address: 'Only gifts go to an address: leave this out.' },
    })
  })

  test('the same request with another address is another request', async () => {
    const member = await payee(server, { points: 2000 })
    const giftId = await makeGift(server)
    const body = { kind: 'gift', giftId, idempotencyKey: 'one-key-for-a-gift', address: MARKED }
    const first = await ask(server, member, body)
    expect((await ask(server, member, body)).body).toEqual(first.body)
    expect((await ask(server, member, { ...body, address: ADDRESS })).status).toBe(409)
  })
})

describe('staff ask for a member', () => {
  const onTheirWord = async (member: Payee, { token }: Staff, body: object) =>
    server.call(requestForMember, {
      token,
      params: { memberId: member.memberId },
      body: {
        idempotencyKey: `for-${member.memberId}-${Math.random()}`,
        kind: 'gift',
        giftId: await makeGift(server),
        reason: 'Asked for it on the phone',
        ...body,
      },
    })

  test('with an address, or where the last gift went without seeing the street', async () => {
    const subadmin = await server.staff('sub admin')
    const member = await payee(server, { points: 3000 })
    const lastPlace = () =>
      server.call(contract.lastPlaceOf, {
        token: subadmin.token,
        params: { memberId: member.memberId },
      })
    expect((await lastPlace()).body).toEqual({ place: null })
    const tooSoon = await onTheirWord(member, subadmin, { lastAddress: true })
    expect([tooSoon.status, tooSoon.body]).toMatchObject([
      409,
      { message: 'No gift of this member went anywhere yet: enter the address.' },
    ])
    const first = await onTheirWord(member, subadmin, { address: MARKED })
    expect(first.body.address).toMatchObject({ ...PLACE, setBy: 'Test sub admin' })
    expect(JSON.stringify(first.body)).not.toContain('Quxbar')
    expect((await lastPlace()).body).toEqual({ place: PLACE })
    const again = await onTheirWord(member, subadmin, { lastAddress: true })
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect((await mine(again.body.redemptionId, member)).body.address).toMatchObject({
      ...MARKED,
      byStaff: true,
    })
    const both = await onTheirWord(member, subadmin, { lastAddress: true, address: MARKED })
    expect(both.status).toBe(400)
    await expectNowhereInClear()
  })
})

describe('without an address', () => {
  test('a gift is neither approved nor dispatched, in words, until one is given', async () => {
    const member = await payee(server, { points: 2000 })
    const { redemptionId, number } = await wanted(member)
    await takeAway(redemptionId)
    const stopped = await detailOf(server, cs, redemptionId)
    expect(stopped).toMatchObject({ verdict: 'red', address: null })
    expect(stopped.problems).toEqual([
      {
        key: 'address',
        label: 'Address',
        state: 'stop',
        reason: 'There is none yet: add it first.',
      },
    ])
    expect((await approve(server, cs, redemptionId, { verdict: 'red' })).status).toBe(409)
    expect((await set(redemptionId, cs)).status).toBe(200)
    expect((await approve(server, cs, redemptionId)).status).toBe(200)

    await takeAway(redemptionId)
    const gift: Gift = { member, giftId: 0, redemptionId, number }
    expect((await parcels.rowOf(gift))?.address).toBeNull()
    const left = await parcels.sendOut(gift)
    expect(left.body).toEqual({
      done: [],
      left: [
        {
          redemptionId,
          number,
          reason: `${number} cannot be given now. Address: There is none yet: add it first.`,
        },
      ],
    })
    const given = await set(redemptionId, courier)
    expect(given.body.place).toMatchObject({ ...PLACE, setBy: 'Test courier' })
    expect((await parcels.rowOf(gift))?.address).toEqual(PLACE)
    expect((await parcels.sendOut(gift)).body.done).toEqual([redemptionId])
  })
})

describe('an address is corrected', () => {
  test('by its member and by staff until the parcel leaves, and again when it came back', async () => {
    const gift = await parcels.approvedGift()
    const { redemptionId, number, member } = gift
    const own = await correctMine(redemptionId, member, { ...MARKED, line1: '5 Temple Road' })
    expect(own.body.address).toMatchObject({ line1: '5 Temple Road', byStaff: false })
    const byCs = await set(redemptionId, cs)
    expect(byCs.status, JSON.stringify(byCs.body)).toBe(200)
    expect((await mine(redemptionId, member)).body.address).toMatchObject({
      ...MARKED,
      byStaff: true,
    })
    expect((await last(member)).body.address).toEqual(MARKED)

    await parcels.sendOut(gift)
    const gone = `${number} is on its way: its address can no longer be changed.`
    for (const late of [
      await set(redemptionId, courier),
      await correctMine(redemptionId, member, ADDRESS),
    ]) {
      expect([late.status, late.body]).toMatchObject([409, { message: gone }])
    }
    await parcels.bringBack(gift)
    expect((await set(redemptionId, courier, { address: ADDRESS })).status).toBe(200)
    await parcels.sendOut(gift, tracking())
    await parcels.deliver([gift])
    expect((await set(redemptionId, courier)).body).toMatchObject({
      message: `${number} was delivered: its address can no longer be changed.`,
    })

    const told = await auditOf(redemptionId)
    expect(told.filter(({ action }) => action === 'redemption.address_corrected')).toEqual([
      {
        action: 'redemption.address_corrected',
        staff_id: cs.staffId,
        reason,
        before: null,
        after: { number, memberId: member.memberId },
      },
      {
        action: 'redemption.address_corrected',
        staff_id: courier.staffId,
        reason,
        before: null,
        after: { number, memberId: member.memberId },
      },
    ])
    const { events } = await detailOf(server, cs, redemptionId)
    expect(events.filter(({ action }) => action === 'correct_address').map(({ by }) => by)).toEqual(
      ['Member', 'Test cs', 'Test courier'],
    )
    expect(await broken()).toEqual([])
    await expectNowhereInClear()
  })

  test('never of another member, of money, or of what came to nothing', async () => {
    const member = await payee(server, { points: 2000 })
    const stranger = await payee(server)
    const { redemptionId } = await wanted(member)
    expect((await correctMine(redemptionId, stranger, ADDRESS)).status).toBe(404)
    await cancel(server, member, redemptionId)
    expect((await correctMine(redemptionId, member, ADDRESS)).status).toBe(409)
    const money = await requested(server, member)
    expect((await set(money.redemptionId, cs)).body).toMatchObject({
      message: `${money.number} is money: it goes to no address.`,
    })
    expect((await set('1', cs)).status).toBe(404)
  })

  test('with a reason that does not repeat it', async () => {
    const { redemptionId } = await wanted(await payee(server))
    for (const why of [
      'Now at 77 quxbar gali',
      'Zubeda  Markerwali asked',
      'Call 9876501234',
      'x',
    ]) {
      const answer = await set(redemptionId, cs, { reason: why })
      expect(answer.status, why).toBe(400)
      expect(answer.body, why).toHaveProperty('fields.reason')
    }
  })

  test('while the parcel is handed over: one of the two is first, and the parcel has what stands then', async () => {
    for (let round = 0; round < 5; round++) {
      const gift = await parcels.approvedGift()
      const [sent, corrected] = await Promise.all([
        parcels.sendOut(gift),
        set(gift.redemptionId, cs, { address: { ...ADDRESS, line1: `House ${round}` } }),
      ])
      expect(sent.body.done).toEqual([gift.redemptionId])
      expect([200, 409]).toContain(corrected.status)
      const { body } = await forParcel(gift.redemptionId, courier)
      const first = corrected.status === 200 ? `House ${round}` : ADDRESS.line1
      expect(body.address?.line1).toBe(first)
    }
  })
})

describe('the address in full is shown', () => {
  const rolesThat = async (may: (token: Staff) => Promise<{ status: number }>) => {
    const roles: Role[] = [
      'admin',
      'cs',
      'courier',
      'sub admin',
      'almond team',
      'hod',
      'finance',
      'marketing',
      'worker',
    ]
    const answers = await Promise.all(
      roles.map(async (role) => ({ role, ...(await may(await server.staff(role))) })),
    )
    return answers.filter(({ status }) => status !== 403).map(({ role }) => role)
  }

  test('to who dispatches until the gift is delivered, and to nobody else', async () => {
    const gift = await parcels.approvedGift()
    const { redemptionId, number, member } = gift
    await correctMine(redemptionId, member, MARKED)
    expect(await rolesThat((staff) => forParcel(redemptionId, staff))).toEqual(['admin', 'courier'])
    expect((await forParcel(redemptionId, courier)).body).toEqual({ address: MARKED })
    const { body } = await server.call(listParcels, { token: courier.token, query: { q: number } })
    expect(body.items[0]?.address).toEqual(PLACE)
    expect(JSON.stringify(body)).not.toContain('Quxbar')
    await parcels.sendOut(gift)
    expect((await forParcel(redemptionId, courier)).status).toBe(200)
    await parcels.deliver([gift])
    const late = await forParcel(redemptionId, courier)
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        message: `${number} was delivered: its address is shown only while the parcel is to be dispatched or on its way.`,
      },
    ])
    const waiting = await wanted(await payee(server))
    expect((await forParcel(waiting.redemptionId, courier)).status).toBe(409)
    expect((await forParcel('1', courier)).status).toBe(404)
  })

  test('for a reason to who may reveal, which is on record before', async () => {
    const member = await payee(server)
    const { redemptionId, number } = await wanted(member)
    expect(await rolesThat((staff) => reveal(redemptionId, staff))).toEqual(['admin', 'cs'])
    expect((await reveal(redemptionId, cs, 'The parcel was asked about')).body).toEqual({
      address: MARKED,
    })
    expect((await auditOf(redemptionId)).at(-1)).toEqual({
      action: 'redemption.address_revealed',
      staff_id: cs.staffId,
      reason: 'The parcel was asked about',
      before: null,
      after: { number, memberId: member.memberId },
    })
    expect((await reveal(redemptionId, cs, 'x')).status).toBe(400)
    await takeAway(redemptionId)
    expect((await reveal(redemptionId, cs)).body).toMatchObject({
      message: `${number} has no address.`,
    })
  })

  test('everybody else who sees the redemption sees city, state and PIN code', async () => {
    const { redemptionId } = await wanted(await payee(server))
    const hod = await server.staff('hod')
    const { status, body } = await server.call(getRedemption, {
      token: hod.token,
      params: { redemptionId },
    })
    expect(status).toBe(200)
    expect(body.address).toMatchObject(PLACE)
    for (const secret of Object.values(SECRETS)) expect(JSON.stringify(body)).not.toContain(secret)
  })
})

test('an erasure deletes where gifts went; the parcel and its facts stay', async () => {
  const gift = await parcels.approvedGift()
  const { member, redemptionId } = gift
  await correctMine(redemptionId, member, MARKED)
  await parcels.sendOut(gift)
  await parcels.deliver([gift])
  const admin = await server.staff('admin')
  const erased = await server.call(eraseUser, {
    token: admin.token,
    params: { memberId: member.memberId },
    body: { reason: 'It was asked for in writing', confirm: member.code },
  })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const left = await server.db
    .selectFrom('redemption_address')
    .select('redemption_id')
    .where('member_id', '=', member.memberId)
    .execute()
  expect(left).toEqual([])
  expect(await parcels.rowOf(gift)).toMatchObject({
    state: 'delivered',
    courier: 'Delhivery',
    address: null,
  })
  expect((await detailOf(server, cs, redemptionId)).address).toBeNull()
  expect(await broken()).toEqual([])
})

test('another data key seals every address anew, and each opens as before', async () => {
  const member = await payee(server)
  const { redemptionId } = await wanted(member)
  const sealed = async () =>
    server.db
      .selectFrom('redemption_address')
      .select(['sealed', 'key_id'])
      .where('redemption_id', '=', redemptionId)
      .executeTakeFirstOrThrow()
  const before = await sealed()
  const { context } = server
  await rotate(context, () => {})
  const after = await sealed()
  expect(after.key_id).toBeGreaterThan(before.key_id)
  expect(after.sealed.equals(before.sealed)).toBe(false)
  expect((await last(member)).body).toEqual({ address: MARKED })
}, 60_000)

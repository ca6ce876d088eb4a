import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../../contract/people/addresses.ts'
import { myRedemptions, requestForMember } from '../../../../contract/money/redemptions.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { parcelsOn, SETTINGS, tracking, type Gift } from './test-support.ts'
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
import { brokenInvariants } from '../../desk/users/test-support.ts'
import {
  ADDRESS,
  addressesOn,
  MARKED,
  PLACE,
  REASON,
  SECRETS,
  tablesThatHold,
} from '../../people/addresses/test-support.ts'

const lines: string[] = []
let server: TestServer
let cs: Staff
let courier: Staff
let parcels: ReturnType<typeof parcelsOn>
let addresses: ReturnType<typeof addressesOn>

beforeAll(async () => {
  server = await testServer(
    { ...SETTINGS, LOG_LEVEL: 'debug' },
    { logTo: { write: (line) => void lines.push(line) } },
  )
  cs = await server.staff('cs')
  courier = await server.staff('courier')
  parcels = parcelsOn(server, { cs, courier })
  addresses = addressesOn(server)
})
afterAll(() => server.stop())

async function expectNowhereInClear(): Promise<void> {
  expect(lines.length).toBeGreaterThan(10)
  for (const secret of [...Object.values(SECRETS), PLACE.city]) {
    expect(await tablesThatHold(server, secret), secret).toEqual([])
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

/** But for the KYC, which `payee` puts there as it is wanted. */
const broken = async () => (await brokenInvariants(server)).filter((name) => !name.includes('KYC'))

describe('a gift that is asked for', () => {
  test('goes to the address that was given, which the member sees and the last is offered again', async () => {
    const member = await payee(server, { points: 2000 })
    expect((await addresses.last(member)).body).toEqual({ address: null })
    const made = await wanted(member)
    expect(made.address).toEqual({ ...MARKED, setAt: made.requestedAt, byStaff: false })
    expect((await addresses.mine(made.redemptionId, member)).body.address).toEqual(made.address)
    const { body } = await server.call(myRedemptions, { token: member.token })
    expect(body.items[0]?.address).toEqual(made.address)
    expect((await addresses.last(member)).body).toEqual({ address: MARKED })
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
      'This holds a whole Aadhaar number, PAN or account number. Leave it out, or keep only its last four digits.',
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
    expect((await addresses.last(member)).body).toEqual({ address: null })
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
    expect((await addresses.mine(again.body.redemptionId, member)).body.address).toMatchObject({
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
    await addresses.takeAway(redemptionId)
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
    expect((await addresses.set(redemptionId, cs)).status).toBe(200)
    expect((await approve(server, cs, redemptionId)).status).toBe(200)

    await addresses.takeAway(redemptionId)
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
    const given = await addresses.set(redemptionId, courier)
    expect(given.body.place).toMatchObject({ ...PLACE, setBy: 'Test courier' })
    expect((await parcels.rowOf(gift))?.address).toEqual(PLACE)
    expect((await parcels.sendOut(gift)).body.done).toEqual([redemptionId])
  })
})

describe('an address is corrected', () => {
  test('by its member and by staff until the parcel leaves, and again when it came back', async () => {
    const gift = await parcels.approvedGift()
    const { redemptionId, number, member } = gift
    const own = await addresses.correctMine(redemptionId, member, {
      ...MARKED,
      line1: '5 Temple Road',
    })
    expect(own.body.address).toMatchObject({ line1: '5 Temple Road', byStaff: false })
    const byCs = await addresses.set(redemptionId, cs)
    expect(byCs.status, JSON.stringify(byCs.body)).toBe(200)
    expect((await addresses.mine(redemptionId, member)).body.address).toMatchObject({
      ...MARKED,
      byStaff: true,
    })
    expect((await addresses.last(member)).body.address).toEqual(MARKED)

    await parcels.sendOut(gift)
    const gone = `${number} is on its way: its address can no longer be changed.`
    for (const late of [
      await addresses.set(redemptionId, courier),
      await addresses.correctMine(redemptionId, member, ADDRESS),
    ]) {
      expect([late.status, late.body]).toMatchObject([409, { message: gone }])
    }
    await parcels.bringBack(gift)
    expect((await addresses.set(redemptionId, courier, { address: ADDRESS })).status).toBe(200)
    await parcels.sendOut(gift, tracking())
    await parcels.deliver([gift])
    expect((await addresses.set(redemptionId, courier)).body).toMatchObject({
      message: `${number} was delivered: its address can no longer be changed.`,
    })

    const told = await addresses.auditOf(redemptionId)
    expect(told.filter(({ action }) => action === 'redemption.address_corrected')).toEqual([
      {
        action: 'redemption.address_corrected',
        staff_id: cs.staffId,
        reason: REASON,
        before: null,
        after: { number, memberId: member.memberId },
      },
      {
        action: 'redemption.address_corrected',
        staff_id: courier.staffId,
        reason: REASON,
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
    expect((await addresses.correctMine(redemptionId, stranger, ADDRESS)).status).toBe(404)
    await cancel(server, member, redemptionId)
    expect((await addresses.correctMine(redemptionId, member, ADDRESS)).status).toBe(409)
    const money = await requested(server, member)
    expect((await addresses.set(money.redemptionId, cs)).body).toMatchObject({
      message: `${money.number} is money: it goes to no address.`,
    })
    expect((await addresses.set('1', cs)).status).toBe(404)
  })

  test('with a reason that does not repeat it', async () => {
    const { redemptionId } = await wanted(await payee(server))
    for (const why of [
      'Now at 77 quxbar gali',
      'Zubeda  Markerwali asked',
      'Call 9876501234',
      'x',
    ]) {
      const answer = await addresses.set(redemptionId, cs, { reason: why })
      expect(answer.status, why).toBe(400)
      expect(answer.body, why).toHaveProperty('fields.reason')
    }
  })

  test('while the parcel is handed over: one of the two is first, and the parcel has what stands then', async () => {
    for (let round = 0; round < 5; round++) {
      const gift = await parcels.approvedGift()
      const [sent, corrected] = await Promise.all([
        parcels.sendOut(gift),
        addresses.set(gift.redemptionId, cs, { address: { ...ADDRESS, line1: `House ${round}` } }),
      ])
      expect(sent.body.done).toEqual([gift.redemptionId])
      expect([200, 409]).toContain(corrected.status)
      const { body } = await addresses.forParcel(gift.redemptionId, courier)
      const first = corrected.status === 200 ? `House ${round}` : ADDRESS.line1
      expect(body.address?.line1).toBe(first)
    }
  })
})

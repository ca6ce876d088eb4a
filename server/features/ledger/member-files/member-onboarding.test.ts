import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoOutbox, openMemberSession, requestOtp } from '../../../../contract/people/members.ts'
import { getUser } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import * as support from '../../people/onboarding/test-support.ts'
import { distributor } from '../../money/settlements/test-support.ts'
import { brokenInvariants, otpOf } from '../../desk/users/test-support.ts'

let server: TestServer
let maker: support.Person
let firm: string
let shop: { memberId: number; code: string }

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('sub admin')
  const id = await distributor(server.db, 'Sharma Traders')
  firm = `D${id}`
  await sql`update distributor set code = ${firm} where distributor_id = ${id}`.execute(server.db)
  const { memberId } = await server.member('retailer')
  const row = await server.db
    .selectFrom('member')
    .select('code')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  shop = { memberId, code: row.code }
  await sql`update member set distributor_id = ${id} where member_id = ${memberId}`.execute(
    server.db,
  )
})
afterAll(() => server.stop())

const columnAt = support.headersOf('members')
const mobileOf = (cells: readonly string[]) => cells[columnAt.indexOf('Mobile')] ?? ''
async function memberBy(mobile: string) {
  return server.db.selectFrom('member').selectAll().where('mobile', '=', mobile).executeTakeFirst()
}
/** The problems of the rows of a file, by the column each stands in. */
async function problemsOf(rows: readonly (readonly (string | number)[])[]) {
  const upload = await support.read(server, maker, 'members', await support.fileOf('members', rows))
  expect(upload.words).toBeNull()
  const items = await support.rowsOf(server, maker, upload.uploadId)
  return items.map(({ problems }) => problems.map(({ column, reason }) => `${column}: ${reason}`))
}

describe('members come by file', () => {
  test('with place, language and belonging, and are told nothing of consent', async () => {
    const plain = support.memberCells()
    const ofFirm = support.memberCells({
      memberKind: 'PAINTER',
      distributorCode: firm.toLowerCase(),
      pincode: '302001',
      language: 'Hindi',
    })
    const ofShop = support.memberCells({ retailerCode: shop.code })
    const upload = await support.applied(server, maker, 'members', [plain, ofFirm, ofShop])
    expect(upload).toMatchObject({ creates: 3, applied: 3, refused: 0 })
    const [one, two, three] = await Promise.all(
      [plain, ofFirm, ofShop].map((cells) => memberBy(mobileOf(cells))),
    )
    expect(one).toMatchObject({
      code: expect.stringMatching(/^HIL9\d{5}$/),
      kind: 'mason',
      state: 8,
      city: 'Jaipur',
      language: 'en',
      pincode: null,
      distributor_id: null,
    })
    expect(two).toMatchObject({ kind: 'painter', pincode: '302001', language: 'hi' })
    expect(two?.distributor_id).not.toBeNull()
    expect(three?.distributor_id).toBe(two?.distributor_id)
    const memberId = two?.member_id ?? 0
    const { body } = await server.call(getUser, { token: maker.token, params: { memberId } })
    expect(body).toMatchObject({
      consents: [],
      enrolled: { byFile: true, confirmed: false },
      pincode: '302001',
    })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('and agree to the notice at the first sign-in, or stay outside', async () => {
    const cells = support.memberCells({ language: 'hi' })
    await support.applied(server, maker, 'members', [cells])
    const mobile = mobileOf(cells)
    const ask = async () => (await server.call(requestOtp, { body: { mobile } })).body.requestId
    const requestId = await ask()
    const entered = { mobile, requestId, otp: await otpOf(server, mobile) }
    const refused = await server.call(openMemberSession, { body: entered })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { consent: expect.stringContaining('रिवॉर्ड कार्यक्रम') } },
    ])
    const { status } = await server.call(openMemberSession, {
      body: { ...entered, consent: true },
    })
    expect(status).toBe(200)
    const memberId = (await memberBy(mobile))?.member_id ?? 0
    const { body } = await server.call(getUser, { token: maker.token, params: { memberId } })
    expect(body).toMatchObject({
      consents: [{ purpose: 'programme', withdrawnAt: null }],
      enrolled: { confirmed: true },
    })
    // From then on nothing is asked.
    const again = { mobile, requestId: await ask(), otp: await otpOf(server, mobile) }
    expect((await server.call(openMemberSession, { body: again })).status).toBe(200)
    await server.call(demoOutbox, { query: { to: mobile } })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('of whom one is there already: place and belonging change, name and type do not', async () => {
    const cells = support.memberCells({ memberName: 'Ramesh Kumar' })
    await support.applied(server, maker, 'members', [cells])
    const mobile = mobileOf(cells)
    const same = { memberMobile: mobile, memberName: 'RAMESH KUMAR' }
    const again = support.memberCells({ ...same, city: 'Ajmer', distributorCode: firm })
    const upload = await support.applied(server, maker, 'members', [again])
    expect(upload).toMatchObject({ creates: 0, changes: 1, applied: 1 })
    expect(await memberBy(mobile)).toMatchObject({ name: 'Ramesh Kumar', city: 'Ajmer' })
    const third = support.memberCells({ ...same, city: 'Ajmer', distributorCode: firm })
    const bytes = await support.fileOf('members', [third, support.memberCells()])
    expect(await support.read(server, maker, 'members', bytes)).toMatchObject({
      same: 1,
      creates: 1,
    })
    const code = (await memberBy(mobile))?.code
    const wrong = support.memberCells({ ...same, memberName: 'Asha Devi', memberKind: 'painter' })
    expect(await problemsOf([wrong])).toEqual([
      [
        `Mobile: This mobile belongs to member ${code}, who has another name. Look at the mobile, or change the name on the page of the member.`,
        `Type: Member ${code} is a mason. The type is changed on the page of the member.`,
      ],
    ])
  })
})

test('a city that is left out is that of the PIN code', async () => {
  const cells = support.memberCells({ city: '', pincode: '302001' })
  await support.applied(server, maker, 'members', [cells])
  expect(await memberBy(mobileOf(cells))).toMatchObject({ city: 'Jaipur', pincode: '302001' })
})

test('what is wrong with a row is told at its column, and nothing else is lost', async () => {
  const twice = support.memberCells()
  const rows = [
    support.memberCells({ memberMobile: '98765', memberKind: 'plumber', state: 'Nowhere' }),
    support.memberCells({ memberMobile: '9876543210.0' }),
    support.memberCells({ memberMobile: '9.87654E+09' }),
    support.memberCells({ distributorCode: 'NOBODY', pincode: '012345', openingPoints: '1.5' }),
    support.memberCells({ retailerCode: 'HIL1', distributorCode: firm }),
    support.memberCells({ memberKind: 'retailer', retailerCode: shop.code }),
    support.memberCells({ openingPoints: '-5' }),
    support.memberCells({ openingPoints: '1000001' }),
    twice,
    support.memberCells({ memberMobile: mobileOf(twice) }),
    support.memberCells({ memberName: '' }),
    support.memberCells({ city: '' }),
    support.memberCells({ pincode: '560001' }),
  ]
  const asNumber =
    'Mobile: The spreadsheet made a number of this mobile. Format the column as text and enter ten digits.'
  expect(await problemsOf(rows)).toEqual([
    [
      'Mobile: Enter a mobile number of ten digits that begins with 6, 7, 8 or 9.',
      'Type: The type is retailer, contractor, mason or painter.',
      'State: This is no state or union territory of India.',
    ],
    [asNumber],
    [asNumber],
    [
      'PIN code: A PIN code has six digits and does not begin with 0.',
      'Distributor code: No distributor has this code.',
      'Opening points: Points are a whole number.',
    ],
    ['Retailer code: A member code has letters and digits, such as HIL900001.'],
    ['Retailer code: A retailer belongs to a distributor, not to another retailer.'],
    ['Opening points: Points are not below zero.'],
    ['Opening points: At most 10,00,000 points for one member.'],
    [],
    ['Mobile: Row 10 of this file has the same. It can stand only once.'],
    ['Name: Name is missing.'],
    ['City: City is missing, and there is no PIN code to find it by.'],
    ['PIN code: No PIN code in Rajasthan begins so. Look at the state and the PIN code.'],
  ])
})

test('a mobile is kept nowhere once the row is applied, and who may not apply sees its end only', async () => {
  const cells = support.memberCells()
  const bytes = await support.fileOf('members', [cells])
  const { uploadId } = await support.read(server, maker, 'members', bytes)
  const marketing = await server.staff('marketing')
  const [shown] = await support.rowsOf(server, marketing, uploadId)
  expect(shown?.cells?.[0]).toBe(`••••••••${mobileOf(cells).slice(-2)}`)
  await support.apply(server, maker, uploadId)
  await support.until(server, maker, uploadId, 'applied')
  const { rows } = await sql<{ text: string }>`
    select r::text as text from onboarding_row r where upload_id = ${uploadId}
    union all select a::text from audit a where subject = 'onboarding'`.execute(server.db)
  expect(rows.length).toBeGreaterThan(1)
  for (const { text } of rows) expect(text).not.toContain(mobileOf(cells))
})

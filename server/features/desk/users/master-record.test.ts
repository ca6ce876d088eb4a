import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeBelonging, getBelonging } from '../../../../contract/people/belonging.ts'
import {
  approveMemberChange,
  rejectMemberChange,
} from '../../../../contract/desk/member-changes.ts'
import { editUser, enrolUser } from '../../../../contract/desk/member-records.ts'
import * as contract from '../../../../contract/desk/users.ts'
import { dayOf } from '../../../../contract/time.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { distributor } from '../../money/settlements/test-support.ts'
import { auditOf, brokenInvariants } from './test-support.ts'
import { versionOf } from '../../platform/audit/versions.service.ts'

let server: TestServer
let cs: { token: string; staffId: number }
let admin: { token: string; staffId: number }
let lastMobile = 8_300_000_000

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  admin = await server.staff('admin')
})
afterAll(() => server.stop())

const record = { name: 'सुनीता देवी', kind: 'mason', state: 8, city: 'Jaipur', language: 'hi' }
const enrol = (given: Record<string, unknown> = {}, token = cs.token) =>
  server.call(enrolUser, {
    token,
    body: { mobile: String(++lastMobile), ...record, ...given },
  })
const edit = async (memberId: number, given: Record<string, unknown>, token = cs.token) =>
  server.call(editUser, {
    token,
    params: { memberId },
    body: { ...record, ...given, version: await versionOf(server.db, 'member', memberId) },
  })
async function enrolled(given: Record<string, unknown> = {}) {
  const { status, body } = await enrol(given)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** As if KYC had been approved. */
async function approveKyc(memberId: number): Promise<void> {
  await sql`insert into kyc (member_id, state, submitted_at, decided_at, decided_by)
    values (${memberId}, 'approved', now(), now(), ${admin.staffId})`.execute(server.db)
  await sql`insert into kyc_submission (member_id, round, key_digest, body_digest, at)
    values (${memberId}, 1, 'a', 'b', now())`.execute(server.db)
  await sql`insert into kyc_field (member_id, field, state, round, mask, submitted_at)
    values (${memberId}, 'selfie', 'accepted', 1, 'Picture', now())`.execute(server.db)
  await sql`insert into kyc_event (member_id, at, action, staff_id, round, decision)
    values (${memberId}, now(), 'decided', ${admin.staffId}, 1, 'approve')`.execute(server.db)
  await sql`update member set kyc_state = 'approved' where member_id = ${memberId}`.execute(
    server.db,
  )
}
const decide = (by: { token: string }, changeId: string, how: 'approve' | 'reject' = 'approve') => {
  const sent = { token: by.token, params: { changeId }, body: { note: 'Seen the card' } }
  return how === 'approve'
    ? server.call(approveMemberChange, sent)
    : server.call(rejectMemberChange, sent)
}

describe('staff enrol a member', () => {
  test('who belongs, is told of no consent, and is on record without a name', async () => {
    const id = await distributor(server.db, 'Sharma Traders')
    const { code } = await server.db
      .selectFrom('distributor')
      .select('code')
      .where('distributor_id', '=', id)
      .executeTakeFirstOrThrow()
    const member = await enrolled({
      distributorCode: code,
      latinName: 'Sunita Devi',
      pincode: '302001',
    })
    expect(member).toMatchObject({
      name: 'सुनीता देवी',
      latinName: 'Sunita Devi',
      pincode: '302001',
      distributorCode: code,
      consents: [],
      enrolled: { byFile: false, confirmed: false },
      change: null,
    })
    const { memberId } = member
    const { body } = await server.call(getBelonging, { token: cs.token, params: { memberId } })
    expect(body.history).toMatchObject([{ fromDay: dayOf(new Date()), toDay: null }])
    const [audit] = await auditOf(server, memberId)
    expect(audit).toMatchObject({
      action: 'member.enrolled',
      staff_id: cs.staffId,
      after: { kind: 'mason', state: 8, language: 'hi', belongsTo: code },
    })
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('once for a mobile, and never by a role that only looks', async () => {
    const mobile = String(++lastMobile)
    const answers = await Promise.all([enrol({ mobile }), enrol({ mobile })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      fields: { mobile: 'This mobile belongs to a member already: search for it in the list.' },
    })
    const hod = await server.staff('hod')
    expect((await enrol({}, hod.token)).status).toBe(403)
    expect((await enrol({ latinName: 'सुनीता' })).body).toMatchObject({
      fields: { latinName: 'Write the name in Latin letters, as on a PAN card.' },
    })
    expect((await enrol({ pincode: '560001' })).body).toMatchObject({
      fields: { pincode: 'No PIN code in this state begins so. Look at both again.' },
    })
    expect((await enrol({ distributorCode: 'NOBODY' })).body).toMatchObject({
      fields: { distributorCode: 'No distributor has this code.' },
    })
  })
})

describe('staff change the master record', () => {
  test('at once where no KYC was accepted, on record by the fields', async () => {
    const { memberId } = await enrolled()
    const wanted = { name: 'Sunita Devi Sharma', city: 'Ajmer', kind: 'painter' }
    const { body } = await edit(memberId, wanted)
    expect(body).toMatchObject({ ...wanted, change: null })
    const audit = await auditOf(server, memberId)
    expect(audit[1]).toMatchObject({
      action: 'member.changed',
      before: { kind: 'mason' },
      after: { kind: 'painter', fields: ['name', 'kind', 'city'] },
    })
    expect(JSON.stringify(audit)).not.toContain('Sunita Devi Sharma')
    // The same again changes nothing.
    await edit(memberId, wanted)
    expect(await auditOf(server, memberId)).toHaveLength(2)
  })

  test('of name and type only by two once KYC was accepted; the rest changes at once', async () => {
    const { memberId } = await enrolled()
    await approveKyc(memberId)
    const wanted = { name: 'Sunita Sharma', latinName: 'Sunita Sharma', city: 'Kota' }
    expect((await edit(memberId, wanted)).body).toMatchObject({
      fields: { reason: 'KYC was accepted: say why, as another person decides on this.' },
    })
    const reason = 'Married, the card was seen'
    const { body } = await edit(memberId, { ...wanted, reason }, admin.token)
    expect(body).toMatchObject({
      name: 'सुनीता देवी',
      city: 'Kota',
      change: {
        state: 'proposed',
        now: { name: 'सुनीता देवी', kind: 'mason' },
        wanted: { name: 'Sunita Sharma', latinName: 'Sunita Sharma', kind: 'mason' },
      },
    })
    const changeId = body.change?.changeId ?? ''
    expect((await edit(memberId, { ...wanted, name: 'Another', reason })).status).toBe(409)
    expect((await decide(admin, changeId)).body).toMatchObject({
      message: 'You proposed this change: somebody else must decide it.',
    })
    expect((await decide(cs, changeId)).status).toBe(403)
    const almond = await server.staff('almond team')
    const second = await server.staff('admin')
    const answers = await Promise.all([decide(almond, changeId), decide(second, changeId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body: after } = await server.call(contract.getUser, {
      token: cs.token,
      params: { memberId },
    })
    expect(after).toMatchObject({ name: 'Sunita Sharma', latinName: 'Sunita Sharma', change: null })
    expect((await auditOf(server, memberId)).map(({ action }) => action)).toEqual([
      'member.enrolled',
      'member.changed',
      'member.change.proposed',
      'member.change.approved',
    ])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('not at all when the proposal is rejected, or the member erased', async () => {
    const { memberId, code } = await enrolled()
    await approveKyc(memberId)
    const { body } = await edit(memberId, { name: 'Asha Devi', reason: 'Says it was misread' })
    const changeId = body.change?.changeId ?? ''
    expect((await decide(admin, changeId, 'reject')).body).toMatchObject({ state: 'rejected' })
    const again = await edit(memberId, { name: 'Asha Devi', reason: 'Says it was misread' })
    expect(again.body).toMatchObject({ name: 'सुनीता देवी', change: { state: 'proposed' } })
    await server.call(contract.eraseUser, {
      token: admin.token,
      params: { memberId },
      body: { reason: 'Asked for it', confirm: code },
    })
    expect((await edit(memberId, { city: 'Kota' })).status).toBe(409)
    expect((await decide(admin, again.body.change?.changeId ?? '')).status).toBe(404)
    const rows = await server.db
      .selectFrom('member')
      .select(['name', 'latin_name', 'pincode', 'city'])
      .where('member_id', '=', memberId)
      .execute()
    expect(rows).toEqual([{ name: 'Erased member', latin_name: null, pincode: null, city: '' }])
    expect(await brokenInvariants(server)).toEqual([])
  })

  test('of a retailer not into another type while members belong there', async () => {
    const shop = await enrolled({ kind: 'retailer' })
    const mason = await enrolled({ retailerCode: shop.code })
    expect((await edit(shop.memberId, { kind: 'mason' })).body).toMatchObject({
      message: 'Members belong to this retailer. Let them belong to another one first.',
    })
    expect((await edit(mason.memberId, { kind: 'retailer' })).status).toBe(409)
    await server.call(changeBelonging, {
      token: cs.token,
      params: { memberId: mason.memberId },
      body: { fromDay: dayOf(new Date()), reason: 'Buys elsewhere' },
    })
    expect((await edit(shop.memberId, { kind: 'mason' })).body).toMatchObject({ kind: 'mason' })
    expect(await brokenInvariants(server)).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASSIGN_MAX } from '../../../../contract/desk/enquiry-assign.ts'
import { myNotices } from '../../../../contract/platform/notices.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { verifyAudit } from '../../platform/audit/audit.service.ts'
import { asked, assignMany, detailOf, resolve, thread, trailOf } from './test-support.ts'

type Person = { token: string; staffId: number }
let server: TestServer
let cs: Person
let other: Person

beforeAll(async () => {
  server = await testServer()
  cs = await server.staff('cs')
  other = await server.staff('sub admin')
})
afterAll(() => server.stop())

/** So many enquiries, each of a member of its own. */
const several = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => asked(server, await server.member())))
const details = (enquiryIds: readonly string[]) =>
  Promise.all(enquiryIds.map(async (id) => (await detailOf(server, cs, id)).body))
const ownersOf = async (enquiryIds: readonly string[]) =>
  (await details(enquiryIds)).map(({ ownerId }) => ownerId)
/** Where the notices of somebody lead, in order of their links. */
const toldOf = async ({ token }: Person): Promise<string[]> =>
  (await server.call(myNotices, { token })).body.items.map(({ link }) => link).toSorted()
const linkTo = (enquiryId: string) => `/dashboard/enquiry?open=${enquiryId}`

test('many are given as one is: in progress, told in each thread, in the trail and to the colleague', async () => {
  const [giver, owner] = [await server.staff('cs'), await server.staff('cs')]
  const enquiryIds = await several(3)
  const [first = ''] = enquiryIds
  const given = await assignMany(server, giver, [...enquiryIds, first], owner.staffId)
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  expect(given.body).toEqual({ done: enquiryIds, left: [] })
  for (const one of await details(enquiryIds)) {
    expect(one).toMatchObject({ state: 'in_progress', ownerId: owner.staffId })
    expect(thread(one)).toEqual(['member: Where are they?', 'event: Given to Test cs.'])
    expect(await trailOf(server, one.enquiryId)).toMatchObject([
      {
        action: 'enquiry.assigned',
        staffId: giver.staffId,
        before: { state: 'open', ownerId: null },
        after: { state: 'in_progress', ownerId: owner.staffId },
      },
    ])
  }
  expect(await toldOf(owner)).toEqual(enquiryIds.map(linkTo).toSorted())
  expect(await toldOf(giver)).toEqual([])

  // Once more changes nothing; to oneself and to nobody tells nobody.
  expect((await assignMany(server, giver, enquiryIds, owner.staffId)).body.left).toEqual([])
  expect(await toldOf(owner)).toHaveLength(3)
  await assignMany(server, giver, enquiryIds, giver.staffId)
  expect(await ownersOf(enquiryIds)).toEqual(enquiryIds.map(() => giver.staffId))
  await assignMany(server, giver, enquiryIds, null)
  expect(await ownersOf(enquiryIds)).toEqual([null, null, null])
  expect(await toldOf(giver)).toEqual([])
  expect((await details([first])).flatMap(thread).slice(2)).toEqual([
    'event: Test cs took it.',
    'event: Given back: nobody has it.',
  ])
  const verdict = await transaction(server.db, (tx) => verifyAudit(tx, server.context.keys))
  expect(verdict.broken).toBeNull()
})

test('what is settled or of an erased member is left alone with its reason, and the others are given', async () => {
  const enquiryIds = await several(4)
  const [, settled = '', erased = ''] = enquiryIds
  await resolve(server, cs, settled)
  const [{ number, memberId } = { number: '', memberId: 0 }] = await details([erased])
  const gone = {
    erased_at: new Date(),
    name: 'Erased member',
    city: '',
    mobile: `erased-${memberId}`,
  }
  await server.db.updateTable('member').set(gone).where('member_id', '=', memberId).execute()
  const { status, body } = await assignMany(server, cs, enquiryIds, other.staffId)
  expect(status).toBe(200)
  expect(body.done).toEqual([enquiryIds[0], enquiryIds[3]])
  expect(body.left).toEqual([
    {
      enquiryId: settled,
      number: expect.stringMatching(/^EQ/),
      reason: expect.stringMatching(/^EQ\d+ is resolved: there is nothing left to do in it\.$/),
    },
    { enquiryId: erased, number, reason: expect.stringMatching(/erased/) },
  ])
  expect(await ownersOf(enquiryIds)).toEqual([other.staffId, null, null, other.staffId])
})

test('one who cannot have any, or an enquiry that is not there, refuses them all', async () => {
  const enquiryIds = await several(2)
  const [hod, gone] = [await server.staff('hod'), await server.staff('cs')]
  await server.db
    .updateTable('staff')
    .set({ disabled_at: new Date() })
    .where('staff_id', '=', gone.staffId)
    .execute()
  for (const staffId of [hod.staffId, gone.staffId, 2_000_000_000]) {
    const refused = await assignMany(server, cs, enquiryIds, staffId)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ fields: { ownerId: expect.any(String) } })
  }
  for (const unknown of ['1', '9999999999999999999']) {
    const refused = await assignMany(server, cs, [...enquiryIds, unknown], cs.staffId)
    expect(refused.status).toBe(404)
    expect(refused.body).toMatchObject({ message: `Enquiry ${unknown} was not found.` })
  }
  const tooMany = Array.from({ length: ASSIGN_MAX + 1 }, (_, index) => String(index))
  for (const wrong of [[], ['x'], tooMany]) {
    expect((await assignMany(server, cs, wrong, cs.staffId)).status).toBe(400)
  }
  expect(await ownersOf(enquiryIds)).toEqual([null, null])
})

test('only who may answer gives them', async () => {
  const enquiryIds = await several(2)
  for (const role of ROLES) {
    if (['admin', 'cs', 'sub admin'].includes(role)) continue
    const { status } = await assignMany(server, await server.staff(role), enquiryIds, null)
    expect(status, role).toBe(403)
  }
  const member = await server.member()
  expect((await assignMany(server, member, enquiryIds, null)).status).toBe(403)
  expect(await ownersOf(enquiryIds)).toEqual([null, null])
  const admin = await server.staff('admin')
  const { body } = await assignMany(server, admin, enquiryIds, admin.staffId)
  expect(body.done).toEqual(enquiryIds)
})

test('two who give the same to different people at once: each has one owner, and its trail leads there', async () => {
  const enquiryIds = await several(8)
  const [one, two] = [await server.staff('cs'), await server.staff('cs')]
  const answers = await Promise.all([
    assignMany(server, cs, enquiryIds, one.staffId),
    assignMany(server, other, enquiryIds.toReversed(), two.staffId),
  ])
  expect(answers.map(({ body }) => [body.done.length, body.left])).toEqual([
    [8, []],
    [8, []],
  ])
  for (const enquiryId of enquiryIds) {
    const [{ ownerId } = { ownerId: null }] = await details([enquiryId])
    const trail = await trailOf(server, enquiryId)
    const [earlier, later] = trail
    expect(trail).toHaveLength(2)
    expect(earlier).toMatchObject({ before: { state: 'open', ownerId: null } })
    expect(later?.before).toEqual(earlier?.after)
    expect(later?.after).toMatchObject({ ownerId })
    expect([one.staffId, two.staffId]).toContain(ownerId)
  }
  for (const person of [one, two]) {
    expect(await toldOf(person)).toEqual(enquiryIds.map(linkTo).toSorted())
  }
})

test('of those that another resolves meanwhile none is half given', async () => {
  const enquiryIds = await several(6)
  const owner = await server.staff('cs')
  const [given, ...settled] = await Promise.all([
    assignMany(server, cs, enquiryIds, owner.staffId),
    ...enquiryIds.toReversed().map((enquiryId) => resolve(server, other, enquiryId)),
  ])
  expect(settled.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const { done, left } = given.body
  expect([...done, ...left.map(({ enquiryId }) => enquiryId)].toSorted()).toEqual(
    enquiryIds.toSorted(),
  )
  for (const one of await details(enquiryIds)) {
    expect(one.state).toBe('resolved')
    expect(one.ownerId).toBe(done.includes(one.enquiryId) ? owner.staffId : null)
  }
  expect(await toldOf(owner)).toEqual(done.map(linkTo).toSorted())
})

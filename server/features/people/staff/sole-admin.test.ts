import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myNotices } from '../../../../contract/platform/notices.ts'
import * as contract from '../../../../contract/people/staff.ts'
import { withdrawStaffChange } from '../../../../contract/people/staff-changes.ts'
import { give } from '../../money/redemptions/test-support.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { settleDueChanges } from './staff-change-decisions.service.ts'
import {
  approveStaff,
  joinByMail,
  mailsTo,
  rejectStaff,
  signIn,
  type Signed,
} from './test-support.ts'

let server: TestServer
let admin: Signed
let cs: Signed
let mailbox: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.staff('admin')
  await give(server, (await server.member()).memberId, 10)
  // Those of the setting up have left.
  await server.db
    .updateTable('staff')
    .set({ disabled_at: new Date('2021-01-01') })
    .where('staff_id', '<>', admin.staffId)
    .execute()
  cs = await server.staff('cs')
  const found = await server.db
    .selectFrom('staff')
    .select('email')
    .where('staff_id', '=', cs.staffId)
    .executeTakeFirstOrThrow()
  mailbox = found.email
})
afterAll(() => server.stop())

let made = 0
const propose = async (role = 'almond team') => {
  made += 1
  const body = { name: `New ${made}`, email: `new${made}@test.example`, role }
  const answer = await server.call(contract.addStaff, { token: admin.token, body })
  return { ...answer.body.change, email: body.email }
}
async function hoursLater<T>(hours: number, act: () => Promise<T>): Promise<T> {
  const { context } = server
  const now = context.now
  context.now = () => new Date(Date.now() + hours * 3_600_000)
  try {
    return await act()
  } finally {
    context.now = now
  }
}
const accountOf = (email: string) =>
  server.db.selectFrom('staff').select('origin').where('email', '=', email).executeTakeFirst()

describe('where nobody else can approve', () => {
  test('a new account takes effect after a day of which everybody was told', async () => {
    const { dueAt, proposedAt, email } = await propose()
    expect(Date.parse(dueAt ?? '') - Date.parse(proposedAt)).toBe(24 * 3_600_000)
    const { body } = await server.call(myNotices, { token: cs.token })
    expect(body.items[0]?.words).toMatch(/takes effect on .* IST unless it is rejected\.$/)
    await expect
      .poll(() => mailsTo(server, mailbox))
      .toEqual([expect.stringContaining('Nobody else can approve it')])
    await hoursLater(23.9, () => settleDueChanges(server.context))
    expect(await accountOf(email)).toBeUndefined()
    await hoursLater(24.1, () => settleDueChanges(server.context))
    expect(await accountOf(email)).toEqual({ origin: 'approved' })
    await joinByMail(server, email)
  })

  test('it is withdrawn or rejected during the day, and then never takes effect', async () => {
    const [one, two] = [await propose(), await propose()]
    const { token } = admin
    const { changeId } = one
    const taken = await server.call(withdrawStaffChange, { token, params: { changeId } })
    expect(taken.body.change.state).toBe('withdrawn')
    // The new colleague is too young to approve, and tied to who proposes; rejecting is free.
    const { body } = await signIn(server, 'new1@test.example')
    const colleague = { staffId: body.data.staffId, token: body.token }
    expect((await approveStaff(server, colleague, two.changeId)).status).toBe(409)
    expect((await rejectStaff(server, colleague, two.changeId)).status).toBe(200)
    await hoursLater(25, () => settleDueChanges(server.context))
    expect(await accountOf(one.email)).toBeUndefined()
    expect(await accountOf(two.email)).toBeUndefined()
  })

  test('nothing takes effect whose proposer was disabled', async () => {
    const { email } = await propose()
    const is = (disabled_at: Date | null) =>
      server.db
        .updateTable('staff')
        .set({ disabled_at })
        .where('staff_id', '=', admin.staffId)
        .execute()
    await is(new Date())
    await hoursLater(25, () => settleDueChanges(server.context))
    await is(null)
    expect(await accountOf(email)).toBeUndefined()
  })
})

test('where somebody can approve, no day is waited for', async () => {
  await server.staff('almond team')
  expect((await propose('cs')).dueAt).toBeNull()
  // Only an admin could approve an admin, and there is one.
  expect((await propose('admin')).dueAt).not.toBeNull()
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkName } from '../../../../contract/insight/dashboard-work.ts'
import type { Role } from '../../../../contract/roles.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { newMember } from '../../people/kyc/test-support.ts'
import { proposeAs, type Person } from '../../platform/rules/test-support.ts'
import { activeCodes } from '../../desk/users/test-support.ts'
import { dashboardOf, everyFigure } from './test-support.ts'

const NAMES: WorkName[] = [
  'pointsFiles',
  'memberChanges',
  'kycRevocations',
  'rules',
  'taxRules',
  'productPoints',
]
let server: TestServer
let maker: Person

beforeAll(async () => {
  server = await testServer()
  maker = await server.staff('admin')
  await proposeAs(server, maker, { rule: 'scansPerDay', value: 150 })
  const { memberId } = await newMember(server)
  const by = sql`${maker.staffId}, now()`
  await activeCodes(server, { batchId: 1, coupons: 1 })
  await sql`insert into product_points (product_id, from_day, points, state, reason, proposed_by, proposed_at)
    select min(product_id), '2099-01-01', 999, 'proposed', 'More', ${by} from product`.execute(
    server.db,
  )
  await sql`insert into tax_rule_change (change_id, from_day, section, form, threshold_paise, rate_bps,
      rate_no_pan_bps, reason, state, proposed_by, proposed_at)
    values (1, '2099-04-01', '393(1)', '140', 2000000, 500, 2000, 'New law', 'proposed', ${by})`.execute(
    server.db,
  )
  await sql`insert into member_change (change_id, member_id, name, kind, reason, proposed_by, proposed_at)
    values (1, ${memberId}, 'New Name', 'mason', 'Married', ${by})`.execute(server.db)
  await sql`insert into kyc (member_id, state, submitted_at) values (${memberId}, 'approved', now())`.execute(
    server.db,
  )
  await sql`insert into kyc_revocation (member_id, version, reason, proposed_by, proposed_at)
    values (${memberId}, 1, 'Forged', ${by})`.execute(server.db)
  await sql`insert into onboarding_upload (upload_id, kind, name, digest, bytes, state, came_by, came_at,
      rows, creates, changes, same, refused, applied)
    values (1, 'points', 'p.xlsx', 'p', 1, 'applied', ${by}, 1, 1, 0, 0, 0, 1)`.execute(server.db)
  await sql`insert into points_file (points_file_id, upload_id, cause, state, members, given, makers, proposed_at)
    values (1, 1, 'adjustment', 'waiting', 1, 10, array[${maker.staffId}::int], now())`.execute(
    server.db,
  )
})
afterAll(() => server.stop())

async function waitingFor({ token }: Pick<Person, 'token'>) {
  const { work } = await dashboardOf({ server, token })
  return Object.fromEntries(
    work.filter(({ name }) => NAMES.includes(name)).map(({ name, count }) => [name, count]),
  )
}
const allOf = (count: number) => Object.fromEntries(NAMES.map((name) => [name, count]))

test('what one proposed waits for the others who may decide it, not for whoever proposed it', async () => {
  expect(await waitingFor(maker)).toEqual(allOf(0))
  expect(await waitingFor(await server.staff('admin'))).toEqual(allOf(1))
  expect(await waitingFor(await server.staff('almond team'))).toEqual(allOf(1))
  expect(await waitingFor(await server.staff('cs'))).toEqual({})
})

test.each<Role>(['admin', 'almond team'])('%s: each line opens what it counted', async (role) => {
  for (const { token } of [maker, await server.staff(role)]) {
    const figures = await everyFigure({ server, token }, token === maker.token ? 'admin' : role, {})
    const work = figures.filter(({ key }) => NAMES.some((name) => key === `work.${name}`))
    expect(work).toHaveLength(NAMES.length)
    expect(work.filter(({ shown, behind }) => shown !== behind)).toEqual([])
  }
})

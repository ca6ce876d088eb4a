import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../features/platform/audit/audit.service.ts'
import { batchKeyOf } from '../features/programme/batches/batches.service.ts'
import { checkInvariants } from '../features/operations/verify/invariants.ts'
import { testServer, type TestServer } from '../test/server.ts'
import { demoBatchKey, planBatches } from './batch-plan.ts'
import { playBatches } from './batches.ts'
import { makeOrganisation } from './people.ts'
import { demoStaff } from './staff.ts'

const NOW = new Date('2026-11-20T06:30:00Z')
/** The first eight hold one that expired, one that is blocked and the one of which packs came back. */
const FIRST = 8
const { steps, blocking } = planBatches(NOW)
const planned = [...steps, ...blocking].filter(({ batchId }) => batchId <= FIRST)

let servers: TestServer[] = []
beforeAll(async () => {
  // Settings under which even a batch of the demo needs two approvals.
  servers = await Promise.all(['5000', '50000'].map(play))
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

async function play(BATCH_SECOND_APPROVAL_FROM: string): Promise<TestServer> {
  const server = await testServer({ BATCH_SECOND_APPROVAL_FROM })
  await makeOrganisation(server.context, new Date('2026-06-01'))
  await playBatches(server.context, await demoStaff(server.db), planned)
  return server
}

const rowsOf = async ({ db }: TestServer, text: string) =>
  (await sql.raw<Record<string, unknown>>(text).execute(db)).rows

describe.each([
  ['two approvals', 0],
  ['one approval', 1],
])('history made by the services, with %s', (_, which) => {
  const server = () => {
    const [first, second] = servers
    const found = which === 0 ? first : second
    if (!found) throw new Error('The servers are not there.')
    return found
  }

  test('has each step with its person, its moment and its audit row, in the order of time', async () => {
    const staff = await demoStaff(server().db)
    const events = await rowsOf(
      server(),
      `select action, at, staff_id from batch_event where batch_id = 6 order by event_id`,
    )
    const twice = which === 0 ? ['admin' as const] : []
    expect(events.map(({ action, staff_id }) => [action, staff_id])).toEqual([
      ['request', staff.subadmin.staffId],
      ['approve', staff.hod.staffId],
      ...twice.map((user) => ['approve', staff[user].staffId]),
      ['generate', null],
      ['print', staff.almond.staffId],
      ['block', staff.cs.staffId],
    ])
    expect(events.at(-1)?.at).toEqual(new Date(NOW.getTime() - 10 * 86_400_000))
    const trail = await rowsOf(server(), 'select action, at from audit order by seq')
    const moments = trail.map(({ at }) => Number(at))
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    const count = (action: string) => trail.filter((row) => row.action === action).length
    expect(count('batch.requested')).toBe(FIRST)
    expect(count('batch.approved')).toBe(FIRST * (which === 0 ? 2 : 1))
    expect(count('batch.generated')).toBe(FIRST)
    expect(count('coupons.activated')).toBe(FIRST * 2)
    expect(count('coupons.deactivated')).toBe(1)
    expect(count('batch.blocked')).toBe(1)
  })

  test('keeps every invariant and a whole audit trail, and leaves no job behind', async () => {
    expect(await checkInvariants((text) => rowsOf(server(), text))).toEqual([])
    const { context, db } = server()
    const verdict = await db.transaction().execute((tx) => verifyAudit(tx, context.keys))
    expect(verdict.broken).toBeNull()
    const jobs = await rowsOf(server(), `select 1 from pgboss.job where name = 'batch-generate'`)
    expect(jobs).toEqual([])
  })

  test('has workers activate what their own plant made', async () => {
    const wrong = await rowsOf(
      server(),
      `select change_id from coupon_change c join staff using (staff_id)
        join coupon_batch b using (batch_id)
        where staff.plant_id is distinct from b.plant_id or c.plant_id <> b.plant_id`,
    )
    expect(wrong).toEqual([])
    const lot = await rowsOf(server(), 'select * from batch_count where batch_id = 8')
    expect(lot).toMatchObject([{ printed: 2000, activated: 2800, deactivated: 200, blocked: 0 }])
  })
})

test('is the same every time, codes included', async () => {
  const [first, second] = await Promise.all(
    servers.map((server) =>
      Promise.all([
        rowsOf(server, 'select code_key, serial, status, activated_at from coupon order by 1'),
        rowsOf(server, 'select * from coupon_change order by change_id'),
        rowsOf(
          server,
          `select batch_id, action, at, staff_id, note from batch_event
            where staff_id is distinct from (select staff_id from staff where email like 'admin@%')
            order by event_id`,
        ),
      ]),
    ),
  )
  expect(first?.[0]).toHaveLength(FIRST * 5000)
  expect(second).toEqual(first)
  for (const { context } of servers) expect(await batchKeyOf(context, 3)).toEqual(demoBatchKey(3))
})

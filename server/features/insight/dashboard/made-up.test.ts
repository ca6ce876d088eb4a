import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBatch, listBatches } from '../../../../contract/programme/batches.ts'
import { canSee } from '../../../../contract/menu.ts'
import { listRedemptions } from '../../../../contract/money/redemptions.ts'
import { ROLES, type Role } from '../../../../contract/roles.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { listAdjustments } from '../../../../contract/desk/users.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { fillDistributorDays } from '../../people/belonging/distributor-days.service.ts'
import { actsArbitrary } from './made-up-acts.ts'
import { makeUp } from './made-up-programme.ts'
import { dashboardOf, everyFigure, everyRow } from './test-support.ts'

const seeing = ROLES.filter((role) => canSee(role, '/dashboard'))
const TEST_MS = 240_000
/** Printed with every failure: the same seed makes the same rows. */
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 1e9))
let server: TestServer
const people = new Map<Role, { token: string; staffId: number }>()

beforeAll(async () => {
  server = await testServer()
  for (const role of seeing) people.set(role, await server.staff(role))
  const [acts = []] = fc.sample(actsArbitrary, { seed, numRuns: 1 })
  await makeUp(
    server.db,
    [...people.values()].map(({ staffId }) => staffId),
    acts,
  )
  await fillDistributorDays(server.context)
}, TEST_MS)
afterAll(() => server.stop())

const today = dayOf(new Date())

it.each(seeing)(
  '%s: every number opens its rows, whatever they are',
  { timeout: TEST_MS },
  async (role) => {
    const query = { from: addDays(today, -4), to: today }
    const token = people.get(role)?.token ?? ''
    const figures = await everyFigure({ server, token }, role, query)
    const wrong = figures.filter(({ shown, behind }) => shown !== behind)
    expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    expect(figures.length).toBeGreaterThan(role === 'courier' ? 2 : 8)
  },
)

/** What waits for somebody by what each row itself says about them. */
it.each(['admin', 'cs', 'almond team', 'hod'] as const)(
  '%s: of what takes two people, my work is what the acts would let me do',
  { timeout: TEST_MS },
  async (role) => {
    const { token = '', staffId = 0 } = people.get(role) ?? {}
    const { work } = await dashboardOf({ server, token })
    const mine = (name: string) => work.find((line) => line.name === name)?.count
    const rows = (endpoint: Parameters<typeof everyRow>[1], status: string) =>
      everyRow({ server, token }, endpoint, { status })
    if (canSee(role, '/dashboard/approvals/redemption')) {
      const asked = await rows(listRedemptions, 'requested')
      const may = asked.filter(
        // One that cannot be paid can be rejected.
        ({ whyNot }) =>
          whyNot === null ||
          (typeof whyNot === 'string' && whyNot.startsWith('It cannot be paid.')),
      ).length
      expect(mine('redemptions')).toBe(may)
      expect([may > 0, may < asked.length]).toEqual([true, true])
    }
    if (mine('adjustments') !== undefined) {
      const asked = await rows(listAdjustments, 'requested')
      expect(mine('adjustments')).toBe(asked.filter((row) => row.requestedById !== staffId).length)
    }
    if (mine('batches') !== undefined) {
      let may = 0
      for (const { batchId } of await rows(listBatches, 'requested')) {
        const { body } = await server.call(getBatch, {
          token,
          params: { batchId: Number(batchId) },
        })
        if (body.requestedById !== staffId && !body.approvedByIds.includes(staffId)) may++
      }
      expect(mine('batches')).toBe(may)
    }
  },
)

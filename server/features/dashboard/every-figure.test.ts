import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canSee } from '../../../contract/menu.ts'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import { loadDemo } from '../../demo/demo.ts'
import { testServer, type TestServer } from '../../test/server.ts'
import { everyFigure } from './test-support.ts'

const seeing = ROLES.filter((role) => canSee(role, '/dashboard'))
const LOADING_MS = 400_000
let server: TestServer
const tokens = new Map<Role, string>()

beforeAll(async () => {
  // As at a start: nothing works on what the demo queues while it is loaded.
  server = await testServer({ ROLE: 'web' })
  await loadDemo(server.context, () => {})
  for (const role of seeing) tokens.set(role, (await server.staff(role)).token)
}, LOADING_MS)
afterAll(() => server.stop())

const today = dayOf(new Date())

describe('every number of the demo opens exactly the rows it counted', () => {
  it.each(seeing)('%s', { timeout: LOADING_MS }, async (role) => {
    const query = { from: addDays(today, -9), to: today, compare: 'year' }
    const figures = await everyFigure({ server, token: tokens.get(role) ?? '' }, role, query)
    expect(figures.filter(({ shown, behind }) => shown !== behind)).toEqual([])
    expect(figures.filter(({ shown }) => shown > 0).length).toBeGreaterThan(
      role === 'courier' ? 0 : 5,
    )
  })
})

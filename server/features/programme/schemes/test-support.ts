import { setTimeout as delay } from 'node:timers/promises'
import * as contract from '../../../../contract/programme/schemes.ts'
import type {
  SchemeDetail,
  SchemeTerms,
  Simulation,
} from '../../../../contract/programme/schemes.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import type { TestServer } from '../../../test/server.ts'

export type Team = Awaited<ReturnType<typeof team>>
type Person = { token: string; staffId: number }

/** One person for each part in the life of a scheme. */
export async function team(server: TestServer) {
  return {
    maker: await server.staff('cs'),
    second: await server.staff('sub admin'),
    checker: await server.staff('hod'),
    admin: await server.staff('admin'),
  }
}

export const today = () => dayOf(new Date())

/** Ten points more for each scan, for thirty days from today, unless something is changed. */
export function termsWith(changed: Partial<SchemeTerms> = {}): SchemeTerms {
  return {
    name: 'Ten more',
    kind: 'fixed',
    value: 10,
    slabs: null,
    fromDay: today(),
    toDay: addDays(today(), 29),
    memberKinds: [],
    states: [],
    productIds: [],
    distributorIds: [],
    capPerMember: null,
    budget: 10_000,
    priority: 1,
    stacks: true,
    note: null,
    ...changed,
  }
}

export async function drafted(
  server: TestServer,
  { maker }: { maker: Person },
  changed: Partial<SchemeTerms> = {},
): Promise<SchemeDetail> {
  const body = termsWith(changed)
  const answer = await server.call(contract.draftScheme, { token: maker.token, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** Asks for a simulation and waits for its end. */
export async function simulated(
  server: TestServer,
  { checker }: { checker: Person },
  schemeId: number,
): Promise<Simulation> {
  const { token } = checker
  const params = { schemeId }
  const asked = await server.call(contract.simulateScheme, { token, params })
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
  for (const end = Date.now() + 20_000; ;) {
    const { body } = await server.call(contract.getSimulation, { token, params })
    if (body.state === 'done' || body.state === 'failed') return body
    if (Date.now() > end) throw new Error(`The simulation stays ${JSON.stringify(body)}.`)
    await delay(50)
  }
}

/** A scheme in the state that its life leads to by these steps. */
export async function activated(
  server: TestServer,
  people: Team,
  changed: Partial<SchemeTerms> = {},
): Promise<SchemeDetail> {
  const { schemeId, version } = await drafted(server, people, changed)
  await simulated(server, people, schemeId)
  const answer = await server.call(contract.activateScheme, {
    token: people.checker.token,
    params: { schemeId },
    body: { version, reason: 'As planned' },
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** What the audit trail tells of a scheme, oldest first. */
export async function trailOf({ db }: TestServer, schemeId: number) {
  return db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId', 'before', 'after', 'reason'])
    .where('subject', '=', 'scheme')
    .where('subject_id', '=', String(schemeId))
    .orderBy('seq')
    .execute()
}

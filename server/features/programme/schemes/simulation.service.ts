import type { Simulation, SimulationResult } from '../../../../contract/programme/schemes.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, withClient } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { schemeById } from './scheme-list.queries.ts'
import { seenOf, termsOf } from './scheme-terms.ts'
import { lockScheme } from './schemes.queries.ts'
import { playWith } from './simulation-play.ts'
import { resultOf } from './simulation-result.ts'
import { readScans } from './simulation-scans.ts'
import * as queries from './simulation.queries.ts'

/** Calendar days that are played, today as far as it has come among them. */
const DAYS = 30
const TELL_EVERY_MS = 500

/**
 * Queues a simulation of the terms as they are now. One that is queued or runs for the same terms is
 * given instead; those of earlier terms are dropped.
 */
export async function simulateScheme(
  { db, keys, jobs, now }: Context,
  caller: StaffCaller,
  schemeId: number,
  origin: Origin,
): Promise<Simulation> {
  return transaction(db, async (tx) => {
    const scheme = await lockScheme(tx, schemeId)
    if (!scheme) throw notFound(`Scheme ${schemeId}`)
    const { version } = scheme
    const newest = await queries.newestSimulation(tx, schemeId)
    const waits = newest?.state === 'queued' || newest?.state === 'running'
    if (waits && newest.version === version) return queries.toSimulation(newest, version)
    await queries.dropOldSimulations(tx, schemeId, version)
    const at = now()
    const fromAt = startOfDay(addDays(dayOf(at), 1 - DAYS))
    const simulationId = await queries.insertSimulation(tx, {
      schemeId,
      version,
      fromAt,
      toAt: at,
      staffId: caller.staffId,
      at,
    })
    await jobs.send(tx, 'scheme-simulate', { simulationId })
    const made = await queries.simulationById(tx, simulationId)
    if (!made) throw new Error('A simulation that was just written is not there.')
    await writeAudit(tx, keys, {
      by: caller,
      action: 'scheme.simulated',
      subject: 'scheme',
      subjectId: schemeId,
      after: { simulationId, version },
      requestId: origin.requestId,
      at,
    })
    return queries.toSimulation(made, version)
  })
}

/** The newest simulation of a scheme, or 404. */
export async function getSimulation(
  { db }: Pick<Context, 'db'>,
  schemeId: number,
): Promise<Simulation> {
  const [scheme, newest] = await Promise.all([
    schemeById(db, schemeId),
    queries.newestSimulation(db, schemeId),
  ])
  if (!scheme) throw notFound(`Scheme ${schemeId}`)
  if (!newest) throw notFound(`A simulation of “${scheme.name}”`)
  return queries.toSimulation(newest, scheme.version)
}

/**
 * Plays the simulation and writes its result. May be run again at any time, also beside itself: it
 * starts over, and one that has ended, was dropped or whose terms have changed is left alone. A
 * failure is thrown, so that the job is tried again.
 */
export async function runSimulation(
  context: Pick<Context, 'db' | 'connection' | 'rules' | 'now'>,
  simulationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { db, rules, now } = context
  const simulation = await queries.simulationById(db, simulationId)
  if (!simulation || simulation.state === 'done' || simulation.state === 'failed') return
  const scheme = await schemeById(db, simulation.schemeId)
  if (scheme?.version !== simulation.version) {
    const failure = 'The terms were changed before it was played. Simulate again.'
    return queries.failSimulation(db, simulationId, { failure, at: now() })
  }
  const terms = termsOf(scheme)
  const span = { fromAt: simulation.fromAt, toAt: simulation.toAt }
  const played = await play(context, simulation, { terms, signal })
  if (!played) return
  const found = resultOf(played, terms, span, rules.at(now()).pointValuePaise)
  const result = await named(context, found)
  await queries.finishSimulation(db, simulationId, { result, at: now() })
}

/** Says of a simulation that it was given up, also where the process died without a word. */
export async function giveUpSimulation(
  { db, now }: Pick<Context, 'db' | 'now'>,
  simulationId: string,
): Promise<void> {
  const failure = 'It was tried several times and did not come to its end. Simulate again.'
  await queries.failSimulation(db, simulationId, { failure, at: now() })
}

/** Thrown during the scans when nobody wants the simulation any more. */
class Dropped extends Error {}

type Wanted = { terms: ReturnType<typeof termsOf>; signal: AbortSignal | undefined }

/** Plays the scans of its days; null when it was dropped, or finished by another run. */
async function play(
  { db, connection }: Pick<Context, 'db' | 'connection'>,
  { simulationId, schemeId, fromAt, toAt }: queries.SimulationFound,
  { terms, signal }: Wanted,
) {
  const scans = await queries.countedScans(db, dayOf(fromAt), dayOf(toAt))
  const one = playWith(seenOf(schemeId, terms))
  let told = 0
  const afterPiece = async () => {
    signal?.throwIfAborted()
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    const progress = { scans, played: Math.min(one.played().scans, scans) }
    if (!(await queries.setProgress(db, simulationId, progress))) throw new Dropped()
  }
  try {
    await withClient(connection, async (client) => {
      await afterPiece()
      await readScans(client, { fromAt, toAt }, one.play, afterPiece)
    })
  } catch (error) {
    if (error instanceof Dropped) return null
    throw error
  }
  return one.played()
}

async function named(
  { db }: Pick<Context, 'db'>,
  found: ReturnType<typeof resultOf>,
): Promise<SimulationResult> {
  const [products, members] = await Promise.all([
    queries.productNames(
      db,
      found.products.map(({ id }) => id),
    ),
    queries.memberNames(
      db,
      found.topMembers.map(({ id }) => id),
    ),
  ])
  const productOf = new Map(products.map(({ productId, name }) => [productId, name]))
  const memberOf = new Map(members.map(({ memberId, ...member }) => [memberId, member]))
  return {
    ...found,
    products: found.products.map((one) => ({
      ...one,
      name: productOf.get(one.id) ?? `Product ${one.id}`,
    })),
    topMembers: found.topMembers.map((one) => ({
      ...one,
      ...(memberOf.get(one.id) ?? { name: `Member ${one.id}`, code: '' }),
    })),
  }
}

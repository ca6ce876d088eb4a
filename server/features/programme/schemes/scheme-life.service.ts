import type { SchemeDetail, SchemeStep } from '../../../../contract/programme/schemes.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { tellStaff } from '../../platform/notices/index.ts'
import { revokeLeases } from '../scans/index.ts'
import { lockedScheme, mustBeVersion } from './scheme-draft.service.ts'
import { schemeById } from './scheme-list.queries.ts'
import { DONE, mustRun, nextStatus } from './scheme-machine.ts'
import { changesOf, lastDayOf, termsOf } from './scheme-terms.ts'
import * as queries from './schemes.queries.ts'
import { getScheme, makersAmong } from './schemes.service.ts'
import { finishedSimulation } from './simulation.queries.ts'

type Step = { schemeId: number; reason: string }
type Act = { context: Context; caller: StaffCaller; origin: Origin; step: Step }
/** What a step finds out and does beside the new state; what it gives is kept in the audit row. */
type Deed = (tx: Tx, scheme: queries.LockedScheme) => Promise<object | void>

/** One step in the life of a scheme: locked, decided, recorded and audited in one transaction. */
async function act(
  { context, caller, origin, step }: Act,
  name: SchemeStep,
  deed: Deed,
): Promise<SchemeDetail> {
  const { schemeId, reason } = step
  const done = await transaction(context.db, async (tx) => {
    const scheme = await lockedScheme(tx, schemeId)
    const status = nextStatus(scheme, name)
    const [at, { staffId }] = [context.now(), caller]
    await queries.setStatus(tx, schemeId, status)
    await queries.insertEvent(tx, { schemeId, at, staffId, action: name, note: reason })
    const more = await deed(tx, scheme)
    const done = await getScheme({ ...context, db: tx }, schemeId)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: `scheme.${DONE[name]}`,
      subject: 'scheme',
      subjectId: schemeId,
      before: { status: scheme.status },
      after: { status, ...more },
      reason,
      requestId: origin.requestId,
      at,
    })
    return done
  })
  // Other processes see it within a second.
  context.scanEngine.lookAgain()
  return done
}

/**
 * Activates a draft as it was read. Whoever drafted or edited it does not activate it, whatever
 * their role, and nobody does before these very terms were simulated.
 */
export async function activateScheme(
  context: Context,
  caller: StaffCaller,
  step: Step & { version: number },
  origin: Origin,
): Promise<SchemeDetail> {
  return act({ context, caller, origin, step }, 'activate', async (tx, scheme) => {
    await mustBeVersion(tx, scheme, step.version)
    mustNotBeOver(scheme, context.now())
    const makers = makersAmong(await queries.eventsOf(tx, scheme.schemeId))
    if (makers.includes(caller.staffId)) {
      throw new AppError('conflict', 'You drafted or edited this: somebody else must activate it.')
    }
    await refuseNoSecond(tx, caller, makers, context.now())
    const simulation = await finishedSimulation(tx, scheme.schemeId, scheme.version)
    if (!simulation) {
      throw new AppError('conflict', 'Simulate it first: nobody knows yet what it would cost.')
    }
    for (const staffId of makers) {
      const words = `The scheme “${scheme.name}”, which you drafted or edited, was activated.`
      const link = `/dashboard/scheme?open=${scheme.schemeId}`
      await tellStaff(tx, { staffId, words, link, at: context.now() })
    }
    const { simulationId } = simulation
    return { version: scheme.version, simulationId, simulatedPoints: simulation.result?.points }
  })
}

/** Pauses: what engines hold of its budget is taken back, so that no scan after this has a bonus. */
export const pauseScheme = stepOf('pause', takeLeasesBack)
/** Ends for good, the same way. */
export const endScheme = stepOf('end', takeLeasesBack)

/** Lets a paused scheme give again, unless its days are over. */
export async function resumeScheme(
  context: Context,
  caller: StaffCaller,
  step: Step,
  origin: Origin,
): Promise<SchemeDetail> {
  return act({ context, caller, origin, step }, 'resume', async (_tx, scheme) =>
    mustNotBeOver(scheme, context.now()),
  )
}

function stepOf(name: SchemeStep, deed: Deed) {
  return (context: Context, caller: StaffCaller, step: Step, origin: Origin) =>
    act({ context, caller, origin, step }, name, deed)
}

async function takeLeasesBack(tx: Tx, { schemeId }: queries.LockedScheme): Promise<object> {
  return { spent: await revokeLeases(tx, schemeId) }
}

function mustNotBeOver({ name, toAt }: queries.LockedScheme, at: Date): void {
  if (toAt > at) return
  throw new AppError('conflict', `The last day of “${name}” is over. Duplicate it with other days.`)
}

/**
 * Another budget or last day of a scheme that runs; all else stays as it was activated. A budget
 * below what is spent is refused, reckoned after the engines' leases are taken back.
 */
export async function changeScheme(
  context: Context,
  caller: StaffCaller,
  { schemeId, reason, ...wanted }: Step & { budget: number; toDay: string },
  origin: Origin,
): Promise<SchemeDetail> {
  return transaction(context.db, async (tx) => {
    const scheme = await lockedScheme(tx, schemeId)
    mustRun(scheme)
    const found = await schemeById(tx, schemeId)
    if (!found) throw new Error('A scheme that is locked is not there.')
    const before = termsOf(found)
    const changes = changesOf(before, { ...before, ...wanted })
    if (Object.keys(changes.after).length === 0) {
      throw new AppError('conflict', 'This is its budget and its last day already.')
    }
    const [at, { staffId }] = [context.now(), caller]
    if (wanted.toDay !== before.toDay) checkLastDay(wanted.toDay, before.fromDay, dayOf(at))
    await queries.insertEvent(tx, { schemeId, at, staffId, action: 'change', note: reason })
    mustHoldSpent(wanted.budget, await revokeLeases(tx, schemeId))
    await queries.setRunning(tx, schemeId, wanted)
    const done = await getScheme({ ...context, db: tx }, schemeId)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'scheme.changed',
      subject: 'scheme',
      subjectId: schemeId,
      ...changes,
      reason,
      requestId: origin.requestId,
      at,
    })
    return done
  })
}

function checkLastDay(toDay: string, fromDay: string, today: string): void {
  if (toDay < today) {
    throw invalidField('toDay', 'This day is over. End the scheme to stop it now.')
  }
  if (toDay < fromDay) throw invalidField('toDay', 'The last day must not be before the first.')
}

function mustHoldSpent(budget: number, spent: number): void {
  if (budget >= spent) return
  const points = spent.toLocaleString('en-IN')
  throw invalidField(
    'budget',
    `${points} points are spent already: the budget cannot be below that.`,
  )
}

/** Ends what is past its last day. One that somebody else ends meanwhile is left alone. */
export async function endOverdueSchemes({
  db,
  keys,
  now,
}: Pick<Context, 'db' | 'keys' | 'now'>): Promise<void> {
  const at = now()
  for (const schemeId of await queries.overdueSchemes(db, at)) {
    await transaction(db, async (tx) => {
      const scheme = await queries.lockScheme(tx, schemeId)
      if (!scheme || scheme.toAt > at) return
      if (scheme.status !== 'active' && scheme.status !== 'paused') return
      const status = nextStatus(scheme, 'end')
      await queries.setStatus(tx, schemeId, status)
      await queries.insertEvent(tx, { schemeId, at, staffId: null, action: 'end' })
      const spent = await revokeLeases(tx, schemeId)
      await writeAudit(tx, keys, {
        by: null,
        action: 'scheme.ended',
        subject: 'scheme',
        subjectId: schemeId,
        before: { status: scheme.status },
        after: { status, spent, lastDay: lastDayOf(scheme.toAt) },
        at,
      })
    })
  }
}

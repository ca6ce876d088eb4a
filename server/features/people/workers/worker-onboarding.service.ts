import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Applying, GivenRow, Judged, OnboardingRules } from '../onboarding/index.ts'
import { endSessionsOf } from '../../platform/session/index.ts'
import { judgeWorker, readWorker, type Plant, type WorkerFacts } from './worker-judging.ts'
import * as queries from './worker-onboarding.queries.ts'
import { WORKERS_MADE } from './workers-made.ts'

/** Workers by file: the employee code and the e-mail together name a worker who is there. */
export const workerOnboarding: OnboardingRules = {
  columns: ONBOARDING_COLUMNS.workers,
  made: WORKERS_MADE,
  async judge(_context, db, rows) {
    const facts = await factsOf(db, rows)
    return rows.map((row) => judgeWorker(row, facts))
  },
  apply: applyWorkers,
}

async function factsOf(db: Db | Tx, rows: readonly GivenRow[]): Promise<WorkerFacts> {
  const given = rows.map(({ cells }) => readWorker(cells).worker)
  const holders = await queries.holdersOf(db, {
    codes: given.flatMap(({ employeeCode }) => employeeCode ?? []),
    emails: given.flatMap(({ email }) => email ?? []),
    mobiles: given.flatMap(({ mobile }) => mobile ?? []),
  })
  const workers = holders.flatMap((holder) => (holder.worker ? [{ holder, ...holder.worker }] : []))
  return {
    plants: await plantsByCode(db),
    byCode: new Map(workers.map(({ employeeCode, holder }) => [employeeCode, holder])),
    byEmail: new Map(holders.map((holder) => [holder.email, holder])),
    byMobile: new Map(
      workers.flatMap(({ mobile, holder }) => (mobile === null ? [] : [[mobile, holder] as const])),
    ),
  }
}

async function plantsByCode(db: Db | Tx): Promise<Map<string, Plant>> {
  const plants = await queries.plantCodes(db)
  return new Map(plants.map((plant) => [plant.code.toUpperCase(), plant]))
}

/** New workers have no password: they ask for a link themselves, or get one from the worker list. */
async function applyWorkers(
  tx: Tx,
  { context, by, requestId, uploadId }: Applying,
  rows: readonly GivenRow[],
  judged: readonly Judged[],
): Promise<ReadonlyMap<number, number>> {
  const at = context.now()
  const plants = await plantsByCode(tx)
  const of = (verdict: Judged['verdict']) => {
    const selected = new Map(judged.map((one) => [one.rowNo, one]))
    return rows.flatMap((row) => {
      const one = selected.get(row.rowNo)
      return one?.verdict === verdict ? [{ ...completeWorker(row, plants), judged: one }] : []
    })
  }
  const [created, changed] = [of('create'), of('change')]
  const ids = created.length > 0 ? await queries.insertWorkers(tx, created, at) : new Map()
  const changing = changed.map(({ judged, ...worker }) => ({ ...worker, staffId: idOf(judged) }))
  const moved = changing.length > 0 ? await queries.updateWorkers(tx, changing) : []
  await endSessionsOf(tx, moved)
  const subjects = new Map<number, number>([
    ...created.map(({ judged, email }) => [judged.rowNo, Number(ids.get(email))] as const),
    ...changed.map(({ judged }) => [judged.rowNo, idOf(judged)] as const),
  ])
  if (subjects.size === 0) return subjects
  const createdIds = created.map(({ email }) => Number(ids.get(email)))
  const changedIds = changing.map(({ staffId }) => staffId)
  await writeAudit(tx, context.keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'workers.onboarded',
    subject: 'onboarding',
    subjectId: uploadId,
    after: {
      uploadId,
      created: createdIds.length,
      changed: changedIds.length,
      moved: moved.length,
      createdIds,
      changedIds,
    },
    requestId,
    at,
  })
  return subjects
}

/** A row that was found right; throws where it was not, which is a mistake of the caller. */
function completeWorker({ rowNo, cells }: GivenRow, plants: ReadonlyMap<string, Plant>) {
  const { worker } = readWorker(cells)
  const { employeeCode, name, email } = worker
  const plant = worker.plantCode === null ? undefined : plants.get(worker.plantCode)
  if (employeeCode === null || name === null || email === null || !plant) {
    throw new Error(`Row ${rowNo} is to be applied, but it is not complete.`)
  }
  return { ...worker, employeeCode, name, email, plantId: plant.plantId }
}

function idOf({ rowNo, subjectId }: Judged): number {
  if (subjectId === null) throw new Error(`Row ${rowNo} changes a worker whom it does not name.`)
  return subjectId
}

import { stateName } from '../../../../contract/india.ts'
import type { MasterStatus } from '../../../../contract/people/masters.ts'
import type {
  PlantDetail,
  PlantFields,
  PlantListQuery,
} from '../../../../contract/people/plants.ts'
import { shiftsInWords, type PlantShifts } from '../../../../contract/people/shifts.ts'
import { plainWords } from '../../../../contract/trail.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { notFound } from '../../../lib/app-error.ts'
import { changeWords, differing, type FieldWords } from '../../../lib/change-words.ts'
import {
  type AuditedEvent,
  eventsOf,
  mustBeVersion,
  withVersion,
} from '../../platform/audit/index.ts'
import * as masters from '../masters/index.ts'
import type { By } from '../masters/index.ts'
import * as queries from './plants.queries.ts'

const WORDS: FieldWords = {
  labels: {
    code: 'Code',
    name: 'Name',
    state: 'State',
    city: 'City',
    address: 'Address',
    pincode: 'PIN code',
    gstin: 'GSTIN',
    lines: 'Lines',
    shifts: 'Shifts',
  },
  show: (name, value) => {
    if (name === 'state') return stateName(Number(value))
    if (name === 'shifts') return shiftsInWords(value as PlantShifts)
    return Array.isArray(value) ? value.join(', ') || 'none' : String(value)
  },
}

function wordsOf({ action, before, after }: AuditedEvent): string {
  if (action !== 'plant.changed') return plainWords(action)
  return changeWords(WORDS, before, after)
}

export async function listPlants({ db }: Pick<Context, 'db'>, filters: PlantListQuery) {
  return queries.plantPage(db, filters)
}

/** One plant, also as seen from within a transaction, or 404. */
export async function getPlant(db: Db | Tx, plantId: number): Promise<PlantDetail> {
  const plant = await queries.plantById(db, plantId)
  if (!plant) throw notFound('This plant')
  return { ...plant, events: await eventsOf(db, { subject: 'plant', id: plantId }, wordsOf) }
}

export async function createPlant(
  context: Context,
  by: By,
  plant: PlantFields,
): Promise<PlantDetail> {
  const taken = (db: Db | Tx) => refuseTaken(db, plant, null)
  return masters.savingUnique(context.db, taken, async (tx) => {
    const at = context.now()
    const plantId = await queries.insertPlant(tx, plant, at)
    const told = { action: 'plant.added', subject: 'plant', subjectId: plantId, after: plant, at }
    await masters.audit(tx, context, by, told)
    return getPlant(tx, plantId)
  })
}

export async function changePlant(
  context: Context,
  by: By,
  { plantId, plant, version }: { plantId: number; plant: PlantFields; version: number },
): Promise<PlantDetail> {
  const taken = (db: Db | Tx) => refuseTaken(db, plant, plantId)
  return masters.savingUnique(context.db, taken, async (tx) => {
    const before = await queries.lockPlant(tx, plantId)
    if (!before) throw notFound('This plant')
    await mustBeVersion(tx, 'plant', { id: plantId, seen: version, words: WORDS })
    const changed = differing<PlantFields>(before, plant)
    if (changed) {
      await queries.updatePlant(tx, plantId, plant)
      const after = await withVersion(tx, 'plant', plantId, changed.after)
      const told = { action: 'plant.changed', subject: 'plant', subjectId: plantId }
      await masters.audit(tx, context, by, { ...told, ...changed, after, at: context.now() })
    }
    return getPlant(tx, plantId)
  })
}

/** The GSTIN may be another plant's too: it is of the company in a state. */
async function refuseTaken(
  db: Db | Tx,
  { code }: PlantFields,
  plantId: number | null,
): Promise<void> {
  const holders = await queries.plantsWithCode(db, code)
  const other = holders.find((one) => one.plantId !== plantId)
  masters.refuseFields(
    other ? { code: `Plant code ${code} belongs to ${other.name} already.` } : {},
  )
}

/** Its batches and workers go on; it is chosen for nothing new. */
export async function setPlantStatus(
  context: Context,
  by: By,
  { plantId, ...wanted }: { plantId: number; status: MasterStatus; reason: string },
): Promise<PlantDetail> {
  return transaction(context.db, async (tx) => {
    await masters.setStatus(tx, context, by, { master: 'plant', id: plantId, ...wanted })
    return getPlant(tx, plantId)
  })
}

export async function deletePlant(context: Context, by: By, plantId: number) {
  return masters.deleteMaster(context, by, {
    master: 'plant',
    id: plantId,
    before: (tx) => queries.lockPlant(tx, plantId),
  })
}

/**
 * A plant for something new: it is not deactivated before the transaction ends. Undefined where there
 * is none.
 */
export async function plantToChoose(tx: Tx, plantId: number) {
  return queries.holdPlant(tx, plantId)
}

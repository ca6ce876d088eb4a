import type { Language } from '../../../../contract/people/members.ts'
import type { PlantShifts, Shift } from '../../../../contract/people/shifts.ts'
import type { Context } from '../../../context.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import * as queries from './me.queries.ts'

type Me = {
  staffId: number
  name: string
  employeeCode: string
  plantId: number
  plantName: string
  shift: Shift
  shifts: PlantShifts
  language: Language
  hasPin: boolean
}

/** Who works on the line, or 404 for staff who are no workers. */
export async function workerById({ db }: Context, { staffId }: StaffCaller): Promise<Me> {
  const worker = await queries.workerById(db, staffId)
  if (!worker) throw notFound('Your record as a worker')
  return worker
}

/** What the phone of who works on the line keeps. */
export async function plantMe(context: Context, caller: StaffCaller) {
  const { workerLockMinutes: lockMinutes } = context.rules.at(new Date())
  return { ...(await workerById(context, caller)), lockMinutes }
}

import type { z } from 'zod'
import { batchLetters } from '../../../../contract/programme/code.ts'
import type { myShift as endpoint, ShiftReport } from '../../../../contract/programme/plant.ts'
import {
  shiftAt,
  shiftSpan,
  type PlantShifts,
  type Shift,
  type Span,
} from '../../../../contract/people/shifts.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { lineOf } from './line.ts'
import { workerById } from './me.service.ts'
import * as queries from './shift.queries.ts'

type Asked = z.output<NonNullable<(typeof endpoint)['query']>>
type Moved = ShiftReport['mine']

const HOUR_MS = 3_600_000
const LOTS_SHOWN = 50
const ACTS_SHOWN = 20
const FIRST_DAY = '2000-01-01'
const DAYS_AHEAD = 366

/** A shift of the worker's plant, by default the one that runs now, by when things were done. */
export async function myShift(
  context: Context,
  caller: StaffCaller,
  asked: Asked,
): Promise<ShiftReport> {
  const line = lineOf(caller)
  const now = context.now()
  const worker = await workerById(context, caller)
  const { day, shift } = shiftOf(asked, worker, now)
  const span = shiftSpan(worker.shifts, day, shift)
  const [done, lots, acts] = await Promise.all([
    queries.hoursOf(context.db, line.plantId, span),
    queries.lotsOf(context.db, line.plantId, span, LOTS_SHOWN),
    queries.actsOf(context.db, line, span, ACTS_SHOWN),
  ])
  const mine = done.filter(({ staffId }) => staffId === line.staffId)
  const workers = new Set(done.map(({ staffId }) => staffId)).size
  return {
    day,
    shift,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    shifts: worker.shifts,
    running: span.from <= now && now < span.to,
    plantName: worker.plantName,
    mine: sumOf(mine),
    plant: { ...sumOf(done), workers },
    hours: hoursOf(span).map((from, hour) => ({
      from: from.toISOString(),
      mine: sumOf(mine.filter((row) => row.hour === hour)),
      plant: sumOf(done.filter((row) => row.hour === hour)),
    })),
    lots: lots.map(lotOf),
    acts: acts.flatMap(({ at, action, ...act }) =>
      action === 'activate' || action === 'deactivate'
        ? { ...act, action, at: at.toISOString() }
        : [],
    ),
  }
}

/** A day without a shift means the worker's own; a shift without a day its latest beginning. */
function shiftOf(
  asked: Asked,
  { shift: own, shifts }: { shift: Shift; shifts: PlantShifts },
  now: Date,
): { day: string; shift: Shift } {
  const running = shiftAt(shifts, now)
  if (!asked.day && !asked.shift) return running
  const shift = asked.shift ?? own
  const day = asked.day ?? (shift === running.shift ? running.day : dayOf(now))
  if (day < FIRST_DAY || day > addDays(dayOf(now), DAYS_AHEAD)) {
    throw invalidField('day', 'Choose a day of this programme.')
  }
  return { day, shift }
}

function hoursOf({ from, to }: Span): Date[] {
  const hours = Math.ceil((to.getTime() - from.getTime()) / HOUR_MS)
  return Array.from({ length: hours }, (_, hour) => new Date(from.getTime() + hour * HOUR_MS))
}

function sumOf(rows: readonly Moved[]): Moved {
  const sum = (what: keyof Moved) => rows.reduce((total, row) => total + row[what], 0)
  return { activated: sum('activated'), deactivated: sum('deactivated') }
}

/** The table counts scanned coupons among those that were activated. */
function lotOf(
  lot: Awaited<ReturnType<typeof queries.lotsOf>>[number],
): ShiftReport['lots'][number] {
  const { batchId, productName, quantity, activated, deactivated } = lot
  const { printed, everActivated, off, blocked } = lot
  const scanned = lot.scanned ?? 0
  const counts = { printed, active: everActivated - scanned, deactivated: off, scanned, blocked }
  const letters = batchLetters(batchId)
  return { batchId, letters, productName, quantity, activated, deactivated, counts }
}

import { dayOf, startOfDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { changeBelonging } from '../features/people/belonging/belonging.service.ts'
import {
  approveSettlements,
  askReopen,
  settleMany,
} from '../features/money/settlements/approval.service.ts'
import { computeSettlements } from '../features/money/settlements/compute.service.ts'
import {
  monthAfter,
  monthBefore,
  monthOf,
  monthsBetween,
} from '../features/money/settlements/months.ts'
import type { Act } from './kyc.ts'
import { distributorCode } from './masters.ts'
import { later } from './playing.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
/** Every distributor of the demo, and the members without one. */
const ALL = Array.from({ length: 41 }, (_, distributorId) => distributorId)
/** The distributor that has a question about its statement. */
const ASKS = 7

/**
 * Each month is computed on the 2nd of the next one and approved that day, and settled on the 10th;
 * the newest is computed only, and of the one before it a settlement is asked to be opened again.
 */
export function settlementActs(staff: DemoStaff, from: Date, now: Date): Act[] {
  const months = monthsBetween(monthOf(from), monthBefore(monthOf(now)))
  const newest = months.at(-1)
  const middle = months.at(-2)
  return [
    moveMembers(staff, monthAfter(months[0] ?? monthOf(now))),
    ...months.flatMap((month, index): Act[] => {
      const checker = index % 2 === 0 ? staff.admin : staff.almond
      const compute = async (context: Context) => {
        await computeSettlements(context, { month, staffId: staff.subadmin.staffId })
        if (month === newest) return
        const act = { context: later(context, 330), caller: checker, origin: DEMO_ORIGIN }
        await approveSettlements(act, { month, distributorIds: ALL })
        if (month !== middle) return
        const reason = 'Says that the returns of the last week are not in it'
        const asks = { context: later(context, 1_500), caller: staff.subadmin, origin: DEMO_ORIGIN }
        await askReopen(asks, { month, distributorId: ASKS }, reason)
      }
      const computing = { at: dayAfter(month, 2, 10), run: compute }
      if (month === newest || month === middle) return [computing]
      const run = (context: Context) =>
        settleMany({ context, caller: checker, origin: DEMO_ORIGIN }, referencesOf(month))
      return [computing, { at: dayAfter(month, 10, 12), run }]
    }),
  ].filter(({ at }) => at < now)
}

/** A day of the month after this one. */
function dayAfter(month: string, day: number, hour: number): Date {
  const first = startOfDay(monthAfter(month)).getTime()
  return new Date(first + ((day - 1) * 24 + hour) * HOUR_MS)
}

function referencesOf(month: string) {
  const number = (distributorId: number) => String(distributorId).padStart(3, '0')
  const references = new Map(ALL.map((id) => [id, `CN/${month.slice(0, 7)}/${number(id)}`]))
  return { month, references }
}

/** Some members of the 40th distributor go over to the 39th. */
function moveMembers({ subadmin }: DemoStaff, month: string): Act {
  return {
    at: new Date(startOfDay(month).getTime() + 12 * 24 * HOUR_MS),
    run: async (context) => {
      const at = context.now()
      const members = await context.db
        .selectFrom('member')
        .select('member_id as memberId')
        .where('distributor_id', '=', 40)
        .where('joined_at', '<', at)
        .orderBy('member_id')
        .execute()
      const change = {
        fromDay: dayOf(at),
        distributorCode: distributorCode(39),
        retailerCode: null,
        reason: 'The shops of this area are served from the other depot now',
      }
      for (const { memberId } of members.filter(({ memberId: id }) => id % 3 === 0)) {
        await changeBelonging(context, subadmin, { ...change, memberId }, DEMO_ORIGIN)
      }
    },
  }
}

import type { z } from 'zod'
import { formatPaise } from '../../../contract/money.ts'
import type { approveRedemptions as approveRedemptionsEndpoint } from '../../../contract/redemptions.ts'
import type { Context } from '../../context.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { isId } from '../../lib/ids.ts'
import { approveOne } from './approval.service.ts'
import { amountsOf } from './redemption-list.queries.ts'

/**
 * Approves many, each in a transaction of its own, if together they are worth what was confirmed. Left
 * alone, each with the reason: what is not green now, what needs two approvals, what is not mine to
 * approve and what somebody else was faster with.
 */
export async function approveRedemptions(
  context: Context,
  caller: StaffCaller,
  body: z.output<NonNullable<typeof approveRedemptionsEndpoint.body>>,
  origin: Origin,
) {
  const chosen = await confirmed(context, body)
  const approved: string[] = []
  const left: { redemptionId: string; number: string; reason: string }[] = []
  for (const { redemptionId, number } of chosen) {
    const approving = { redemptionId, seen: 'green' as const, inBulk: true }
    try {
      await approveOne({ context, caller, origin }, approving)
      approved.push(redemptionId)
    } catch (error) {
      left.push({ redemptionId, number, reason: reasonOf(context, redemptionId, error) })
    }
  }
  return { approved, left }
}

/** What was done before stays done, so a failure is told beside it and ends nothing. */
function reasonOf({ log }: Context, redemptionId: string, error: unknown): string {
  if (error instanceof AppError) return error.message
  log.error({ err: error, redemptionId }, 'redemption not approved among many')
  return 'Something went wrong on the server. It was not approved: try it again.'
}

/** Those chosen, each once and in their order, worth what the person confirmed. */
async function confirmed(
  { db }: Context,
  { redemptionIds, totalPaise }: { redemptionIds: readonly string[]; totalPaise: number },
) {
  const wanted = [...new Set(redemptionIds)]
  const found = await amountsOf(db, wanted.filter(isId))
  const byId = new Map(found.map((redemption) => [redemption.redemptionId, redemption]))
  const chosen = wanted.map((redemptionId) => {
    const redemption = byId.get(redemptionId)
    if (!redemption) throw notFound(`Redemption ${redemptionId}`)
    return redemption
  })
  const total = chosen.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (total !== totalPaise) {
    const message = `The chosen redemptions are worth ${formatPaise(total)}, not ${formatPaise(totalPaise)}: look again. Nothing was approved.`
    throw new AppError('conflict', message, { fields: { totalPaise: message } })
  }
  return chosen
}

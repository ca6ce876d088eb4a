import type { z } from 'zod'
import { formatPaise } from '../../../../contract/money.ts'
import type { approveRedemptions as approveRedemptionsEndpoint } from '../../../../contract/money/redemptions.ts'
import type { Context } from '../../../context.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { eachOnce, oneByOne } from '../../../lib/one-by-one.ts'
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
  const selected = await confirmed(context, body)
  const { done, left } = await oneByOne(
    context,
    selected.map(({ redemptionId, number }) => ({ redemptionId, number })),
    ({ redemptionId }) =>
      approveOne({ context, caller, origin }, { redemptionId, seen: 'green', inBulk: true }),
    { logged: 'redemption not approved among many', didNot: 'approved' },
  )
  return { approved: done.map(({ redemptionId }) => redemptionId), left }
}

/** Those chosen, each once and in their order, worth what the person confirmed. */
async function confirmed(
  { db }: Context,
  { redemptionIds, totalPaise }: { redemptionIds: readonly string[]; totalPaise: number },
) {
  const selected = eachOnce(redemptionIds, await amountsOf(db, redemptionIds.filter(isId)), {
    idOf: ({ redemptionId }) => redemptionId,
    what: 'Redemption',
  })
  const total = selected.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (total !== totalPaise) {
    const message = `The selected redemptions are worth ${formatPaise(total)}, not ${formatPaise(totalPaise)}: look again. Nothing was approved.`
    throw new AppError('conflict', message, { fields: { totalPaise: message } })
  }
  return selected
}

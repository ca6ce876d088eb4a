import { formatPaise } from '../../../../../contract/money.ts'
import type { Provider } from '../../../../../contract/money/payment-states.ts'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { isId } from '../../../../lib/ids.ts'
import { eachOnce, oneByOne } from '../../../../lib/one-by-one.ts'
import { notSetUp } from '../provider/provider-labels.ts'
import { amountsOf } from '../payments.queries.ts'

export type Selected = { redemptionId: string; number: string; amountPaise: number }
export type Left = { redemptionId: string; number: string; reason: string }

/** Those chosen, each once and in their order, worth together what the person confirmed. */
export async function confirmed(
  { db }: Pick<Context, 'db'>,
  { redemptionIds, totalPaise }: { redemptionIds: readonly string[]; totalPaise: number },
): Promise<Selected[]> {
  const selected = eachOnce(redemptionIds, await amountsOf(db, redemptionIds.filter(isId)), {
    idOf: ({ redemptionId }) => redemptionId,
    what: 'Redemption',
  })
  const total = selected.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  if (total !== totalPaise) {
    const message = `The selected redemptions are worth ${formatPaise(total)}, not ${formatPaise(totalPaise)}: look again. Nothing was sent.`
    throw new AppError('conflict', message, { fields: { totalPaise: message } })
  }
  return selected
}

/** Does one after the other, each in a transaction of its own; gives those that were left alone, with the reason. */
export async function eachOf(
  context: Pick<Context, 'log'>,
  selected: readonly Selected[],
  act: (redemptionId: string) => Promise<void>,
): Promise<Left[]> {
  const { left } = await oneByOne(
    context,
    selected.map(({ redemptionId, number }) => ({ redemptionId, number })),
    ({ redemptionId }) => act(redemptionId),
    { logged: 'payment not begun', didNot: 'sent' },
  )
  return left
}

/** Refuses a provider that is not set up here. */
export function refuseUnlessSetUp({ payouts }: Pick<Context, 'payouts'>, provider: Provider): void {
  if (provider === 'razorpayx' && payouts === null) throw notSetUp()
}

/** A gift is no money, and a UPI address takes none from a bank file. */
export function moneyKind(
  { kind, number }: { kind: 'bank' | 'upi' | 'gift'; number: string },
  provider: Provider,
): 'bank' | 'upi' {
  if (kind === 'gift') throw new AppError('conflict', `${number} is a gift: no money is paid.`)
  if (kind === 'upi' && provider === 'bank-file') {
    const message = `${number} goes to a UPI address, which no bank file can pay: send it by RazorpayX.`
    throw new AppError('conflict', message)
  }
  return kind
}

import type { Context } from '../../../context.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { addresseeOf } from './send/payee.queries.ts'
import { paymentMessage, type PaymentOccasion } from './payment-messages.ts'

/**
 * Tells the member by SMS, in their language, what became of their money. Call it after the commit:
 * a message that does not get through changes nothing, the app shows the same.
 */
export function tellPayee(
  context: Pick<Context, 'db' | 'channels' | 'log'>,
  redemptionId: string,
  occasion: PaymentOccasion,
): void {
  void send(context, redemptionId, occasion).catch((error) =>
    context.log.error({ err: error, redemptionId, occasion }, 'member not told of a payment'),
  )
}

async function send(
  { db, channels }: Pick<Context, 'db' | 'channels'>,
  redemptionId: string,
  occasion: PaymentOccasion,
): Promise<void> {
  const found = await addresseeOf(db, redemptionId)
  if (!found) return
  const { mobile, language, ...subject } = found
  await sendMessage({ db, channels }, { to: mobile, language }, paymentMessage(occasion, subject))
}

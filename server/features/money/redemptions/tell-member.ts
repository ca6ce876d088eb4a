import type { Context } from '../../../context.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { redemptionMessage, type RedemptionOccasion } from './redemption-messages.ts'
import { addresseeOf } from './redemption-list.queries.ts'

/**
 * Tells the member by SMS, in their language, what became of their redemption. Call it after the
 * commit: a message that does not get through changes nothing, the app shows the same.
 */
export function tellMember(
  context: Pick<Context, 'db' | 'channels' | 'log'>,
  redemptionId: string,
  occasion: RedemptionOccasion,
): void {
  void send(context, redemptionId, occasion).catch((error) =>
    context.log.error({ err: error, redemptionId, occasion }, 'member not told of a redemption'),
  )
}

async function send(
  { db, channels }: Pick<Context, 'db' | 'channels'>,
  redemptionId: string,
  occasion: RedemptionOccasion,
): Promise<void> {
  const found = await addresseeOf(db, redemptionId)
  if (!found) return
  const { mobile, language, ...subject } = found
  await sendMessage(
    { db, channels },
    { to: mobile, language },
    redemptionMessage(occasion, subject),
  )
}

import type { Context } from '../../../context.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { addresseeOf } from './enquiries.queries.ts'
import { enquiryMessage, type Occasion } from './enquiry-messages.ts'

/**
 * Tells the member by SMS, in their language, that they have an answer. Call it after the commit: a
 * message that does not get through changes nothing, the app shows the same.
 */
export function tellMember(
  context: Pick<Context, 'db' | 'channels' | 'log'>,
  enquiryId: string,
  occasion: Occasion,
): void {
  void send(context, enquiryId, occasion).catch((error) =>
    context.log.error({ err: error, enquiryId, occasion }, 'member not told of an enquiry'),
  )
}

async function send(
  { db, channels }: Pick<Context, 'db' | 'channels'>,
  enquiryId: string,
  occasion: Occasion,
): Promise<void> {
  const found = await addresseeOf(db, enquiryId)
  if (!found) return
  const { number, mobile, language } = found
  await sendMessage({ db, channels }, { to: mobile, language }, enquiryMessage(occasion, number))
}

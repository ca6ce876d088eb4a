import type { Context } from '../../../context.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { parcelMessage, type ParcelOccasion } from './parcel-messages.ts'
import { addresseeOf } from './parcels.queries.ts'

/**
 * Tells the member by SMS, in their language, where their gift is. Call it after the commit: a
 * message that does not get through changes nothing, the app shows the same.
 */
export function tellReceiver(
  context: Pick<Context, 'db' | 'channels' | 'log'>,
  redemptionId: string,
  occasion: ParcelOccasion,
): void {
  void send(context, redemptionId, occasion).catch((error) =>
    context.log.error({ err: error, redemptionId, occasion }, 'member not told of a parcel'),
  )
}

async function send(
  { db, channels }: Pick<Context, 'db' | 'channels'>,
  redemptionId: string,
  occasion: ParcelOccasion,
): Promise<void> {
  const found = await addresseeOf(db, redemptionId)
  if (!found) return
  const { mobile, language, ...subject } = found
  await sendMessage({ db, channels }, { to: mobile, language }, parcelMessage(occasion, subject))
}

import type { Channel } from '../../../contract/notifications.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { invalidField } from '../../lib/app-error.ts'
import { checkTarget } from '../audience/target.service.ts'
import { lockUsable } from '../media/media.service.ts'
import type { Content } from './content.ts'

/**
 * Refuses in words what a message may not hold: a picture or an offer that is gone, a channel that is
 * not set up. Both are kept from deletion to the end of the transaction.
 */
export async function checkContent(
  tx: Tx,
  { channels }: Pick<Context, 'channels'>,
  content: Content,
): Promise<void> {
  if (content.channels.includes('webhook') && channels.notify === null) {
    const words = 'SMS and push are not set up here (NOTIFY_WEBHOOK_URL): choose the inbox only.'
    throw invalidField('channels', words)
  }
  if (content.mediaId !== null) await lockUsable(tx, content.mediaId, ['image'])
  await checkTarget(tx, content.target)
}

/** The channels that this installation has. */
export function channelsHere({ channels, config }: Pick<Context, 'channels' | 'config'>) {
  const here: Channel[] = channels.notify === null ? ['inbox'] : ['inbox', 'webhook']
  return { channels: here, promotionHours: config.PROMOTION_HOURS }
}

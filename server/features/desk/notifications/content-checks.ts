import type { Channel } from '../../../../contract/desk/notifications.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { checkTarget, refuseStrangeLinks } from '../../people/audience/index.ts'
import { lockUsable } from '../../platform/media/index.ts'
import type { Content } from './content.ts'
import { aloneMembers } from './second.service.ts'

/**
 * Refuses in words what a message may not hold: a link to a host that is not allowed, a picture or an
 * offer that is gone, a channel that is not set up. Both are kept from deletion to the end of the transaction.
 */
export async function checkContent(
  tx: Tx,
  { channels }: Pick<Context, 'channels'>,
  content: Content,
): Promise<void> {
  const { en, hi } = content
  refuseStrangeLinks(channels, {
    'en.title': en.title,
    'en.body': en.body,
    'hi.title': hi.title,
    'hi.body': hi.body,
  })
  if (content.channels.includes('webhook') && channels.notify === null) {
    const words = 'SMS and push are not set up here (NOTIFY_WEBHOOK_URL): choose the inbox only.'
    throw invalidField('channels', words)
  }
  if (content.mediaId !== null) await lockUsable(tx, content.mediaId, ['image'])
  await checkTarget(tx, channels, content.target)
}

/** What this installation can send by, and how much one person sends alone. */
export function channelsHere(context: Pick<Context, 'channels' | 'config' | 'rules' | 'now'>) {
  const here: Channel[] = context.channels.notify === null ? ['inbox'] : ['inbox', 'webhook']
  return {
    channels: here,
    promotionHours: context.config.PROMOTION_HOURS,
    aloneMembers: aloneMembers(context, context.now()),
  }
}

import { LANGUAGES } from '../../../contract/members.ts'
import { linkFault } from '../../../contract/message-links.ts'
import type { Channel } from '../../../contract/notifications.ts'
import { hostOf } from '../../../contract/web-address.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { invalidField } from '../../lib/app-error.ts'
import { checkTarget } from '../audience/target.service.ts'
import { lockUsable } from '../media/media.service.ts'
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
  refuseStrangeLinks(content, channels.linkHosts)
  if (content.channels.includes('webhook') && channels.notify === null) {
    const words = 'SMS and push are not set up here (NOTIFY_WEBHOOK_URL): choose the inbox only.'
    throw invalidField('channels', words)
  }
  if (content.mediaId !== null) await lockUsable(tx, content.mediaId, ['image'])
  await checkTarget(tx, content.target)
}

function refuseStrangeLinks(content: Content, hosts: readonly string[]): void {
  for (const language of LANGUAGES) {
    for (const part of ['title', 'body'] as const) {
      const fault = linkFault(content[language][part], {}, hosts)
      if (fault !== null) throw invalidField(`${language}.${part}`, fault)
    }
  }
  if (content.target.to !== 'web') return
  const host = hostOf(content.target.address) ?? content.target.address
  if (hosts.includes(host)) return
  const words = `Messages lead to ${hosts.join(', ')} only, not to ${host}. Whoever runs the server can allow other hosts (MESSAGE_LINK_HOSTS).`
  throw invalidField('target.address', words)
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

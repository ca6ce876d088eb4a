import type { Context } from '../../context.ts'
import { programmeName } from '../setup/identity.service.ts'

/** Sends a member a message that begins with the programme's name: an SMS carries no other sender. */
export async function sendToMember(
  { db, channels }: Pick<Context, 'db' | 'channels'>,
  mobile: string,
  text: string,
): Promise<void> {
  await channels.sms.send(mobile, `${await programmeName(db)}: ${text}`)
}

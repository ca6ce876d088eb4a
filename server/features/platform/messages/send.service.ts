import type { Language } from '../../../../contract/people/members.ts'
import { occasionOf, type OccasionKey } from '../../../../contract/platform/message-occasions.ts'
import { fillIn } from '../../../../contract/platform/message-text.ts'
import type { Context } from '../../../context.ts'
import { messageSender, type MessageSender } from '../identity/index.ts'
import type { OutgoingMessage } from './channel.ts'
import type { Message } from './message.ts'
import { chooseTemplate, type Template } from './template-choice.ts'
import { textsOf } from './templates.queries.ts'

export type Sending = Pick<Context, 'db' | 'channels'>
/** A mobile or an e-mail address, and the language of whoever has it. */
export type Recipient = { to: string; language: Language }

/** Sends somebody the message of an occasion by its channel; gives what the channel answered. */
export async function sendMessage(
  { db, channels }: Sending,
  { to, language }: Recipient,
  { occasion, values }: Message,
): Promise<string | void> {
  const about = await messageSender(db)
  const template = chooseTemplate({
    occasion,
    language,
    stored: await textsOf(db, occasion),
    linkHosts: channels.linkHosts,
    registered: about.dltEntity !== null,
  })
  const filled = filledIn({ occasion, template, values: values(template.language) }, about)
  return channels[occasionOf(occasion).channel].send(to, filled)
}

/** A text with its values, as a channel takes it. */
export function filledIn(
  {
    occasion,
    template: { language, subject, body, dltTemplate },
    values,
  }: { occasion: OccasionKey; template: Template; values: Record<string, string | number> },
  { programme, dltEntity, dltHeader }: MessageSender,
): OutgoingMessage {
  const all = { ...values, programme }
  const isSms = occasionOf(occasion).channel === 'sms'
  return {
    text: fillIn(body, all).trim(),
    language,
    sender: programme,
    subject: subject === null ? null : fillIn(subject, all),
    dlt:
      isSms && dltEntity !== null
        ? { entity: dltEntity, header: dltHeader, template: dltTemplate }
        : null,
  }
}

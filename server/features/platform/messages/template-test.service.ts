import { occasionOf } from '../../../../contract/platform/message-occasions.ts'
import type { TemplateText } from '../../../../contract/platform/message-templates.ts'
import { exampleValues } from '../../../../contract/platform/message-text.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { writeAudit } from '../audit/index.ts'
import { messageSender } from '../identity/index.ts'
import { takeTry } from '../throttle/index.ts'
import { channelTrouble, needChannel } from './channel.ts'
import { filledIn } from './send.service.ts'
import { builtIn, type Template } from './template-choice.ts'
import { refuseText, type Of } from './template-changes.service.ts'
import { textsOf } from './templates.queries.ts'

/** Test messages cost money, and an SMS goes to a number that is only said to be one's own. */
const RATE_LIMIT = { free: 5, longestSeconds: 300, windowSeconds: 900 }

type Testing = Of & TemplateText & { mobile?: string | undefined }

/**
 * Sends a text with example values to who asks for it. What is not in force begins with "Test:", so
 * that nobody gets a text past the second person by testing it on others.
 */
export async function testTemplate(
  context: Context,
  by: StaffCaller,
  { occasion, language, mobile, ...text }: Testing,
  origin: Origin,
): Promise<{ ok: boolean; words: string }> {
  const { channel } = occasionOf(occasion)
  refuseText(context, { occasion, language, ...text })
  if (channel === 'sms' && mobile === undefined) {
    throw invalidField('mobile', 'Enter your mobile number.')
  }
  needChannel(context.channels[channel], 'The test cannot be sent:')
  await takeTry(context.db, `message-test:${by.staffId}`, RATE_LIMIT)
  const template = { ...text, language }
  const filled = filledIn(
    { occasion, template, values: exampleValues(occasionOf(occasion)) },
    await messageSender(context.db),
  )
  const isInForce = await isSent(context, { occasion, language }, template)
  const outgoing = isInForce ? filled : { ...filled, text: `Test: ${filled.text}` }
  const to = channel === 'sms' ? (mobile ?? '') : by.email
  const told = await tried(() => context.channels[channel].send(to, outgoing))
  await audit(context, by, { occasion, language, to, ...told }, origin)
  return told
}

async function isSent({ db }: Context, { occasion, language }: Of, text: Template) {
  const stored = await textsOf(db, occasion)
  const now = stored.find((one) => one.language === language) ?? builtIn(occasion, language)
  return now?.body === text.body && now.subject === text.subject
}

async function tried(send: () => Promise<string | void>): Promise<{ ok: boolean; words: string }> {
  try {
    return { ok: true, words: (await send()) ?? 'The message was sent.' }
  } catch (error) {
    return { ok: false, words: channelTrouble(error) }
  }
}

async function audit(
  { db, keys, now }: Context,
  by: StaffCaller,
  { occasion, language, to, ok, words }: Of & { to: string; ok: boolean; words: string },
  { requestId }: Origin,
): Promise<void> {
  const last = to.includes('@') ? to : `••••••${to.slice(-4)}`
  await transaction(db, (tx) =>
    writeAudit(tx, keys, {
      by,
      action: 'message.tested',
      subject: 'message',
      subjectId: `${occasion}.${language}`,
      after: { to: last, ok, words },
      requestId,
      at: now(),
    }),
  )
}

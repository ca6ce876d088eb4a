import type { z } from 'zod'
import { formatPaise } from '../../../../contract/money.ts'
import type { testAddress } from '../../../../contract/platform/programme.ts'
import type { SetupChannels, tryMessage as trying } from '../../../../contract/people/setup.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { CHANNEL_SETTINGS, channelTrouble } from '../../platform/messages/index.ts'
import { takeTry } from '../../platform/throttle/index.ts'
import { messageSender } from '../../platform/identity/index.ts'
import * as queries from './trials.queries.ts'

type Act = { context: Context; caller: StaffCaller; origin: Origin }
type Outcome = z.output<(typeof trying)['response']>

/** Test messages cost money, and go to a number that is only said to be one's own. */
const RATE_LIMIT = { free: 5, longestSeconds: 300, windowSeconds: 900 }
const PAYOUT_SETTINGS = [
  'PAYOUT_KEY_ID',
  'PAYOUT_KEY_SECRET',
  'PAYOUT_ACCOUNT',
  'PAYOUT_WEBHOOK_SECRET',
]

export async function getChannels({
  db,
  channels,
  payouts,
}: Pick<Context, 'db' | 'channels' | 'payouts'>): Promise<SetupChannels> {
  const rows = await queries.trials(db)
  const tried = (what: queries.What) => {
    const row = rows.find((one) => one.what === what)
    return row ? { at: row.at.toISOString(), by: row.by, words: row.words } : null
  }
  const channel = (kind: 'sms' | 'email') => ({
    ready: channels[kind].missing === undefined,
    setting: CHANNEL_SETTINGS[kind],
    tried: tried(kind),
  })
  return {
    sms: channel('sms'),
    email: channel('email'),
    payouts: { ready: payouts !== null, settings: PAYOUT_SETTINGS, tried: tried('payouts') },
  }
}

/** Sends a test message; what the channel answered is the outcome, also where it refused. */
export async function tryMessage(
  act: Act,
  { channel, to }: z.output<typeof testAddress>,
): Promise<Outcome> {
  const { context, caller } = act
  await takeTry(context.db, `setup-message:${caller.staffId}`, RATE_LIMIT)
  const { programme, dltEntity, dltHeader } = await messageSender(context.db)
  const message = {
    text: `${programme}: this is a test message of the dashboard, asked for by ${caller.name}.`,
    language: 'en',
    sender: programme,
    subject: channel === 'email' ? 'A test message of the dashboard' : null,
    dlt: dltEntity === null ? null : { entity: dltEntity, header: dltHeader, template: null },
  } as const
  try {
    const answer = await context.channels[channel].send(to, message)
    return await keep(act, channel, answer ?? 'The message was sent.')
  } catch (error) {
    return failed(context, channelTrouble(error))
  }
}

/** Asks the provider for the balance, or notes that payments go by bank file where there is none. */
export async function tryPayouts(act: Act, way: 'provider' | 'bank_file'): Promise<Outcome> {
  const { context } = act
  const { payouts } = context
  if (way === 'bank_file') {
    if (payouts !== null) {
      throw new AppError('conflict', 'A payout provider is set up: try that one.')
    }
    return keep(act, 'payouts', 'Payments go by bank file.')
  }
  if (payouts === null) {
    const words = `No payout provider is set up: ${PAYOUT_SETTINGS.join(', ')} are not configured.`
    throw new AppError('conflict', words)
  }
  const balance = await payouts.balance()
  if ('problem' in balance) return failed(context, balance.problem)
  return keep(act, 'payouts', `The provider tells a balance of ${formatPaise(balance.paise)}.`)
}

async function failed(context: Context, words: string): Promise<Outcome> {
  return { ok: false, words, channels: await getChannels(context) }
}

async function keep(
  { context, caller, origin }: Act,
  what: queries.What,
  words: string,
): Promise<Outcome> {
  const at = context.now()
  await transaction(context.db, async (tx) => {
    await queries.putTrial(tx, { what, at, staffId: caller.staffId, words })
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'setup.tried',
      subject: 'programme',
      subjectId: what,
      after: { words },
      requestId: origin.requestId,
      at,
    })
  })
  return { ok: true, words, channels: await getChannels(context) }
}

import { saveNotification } from '../../contract/desk/notifications.ts'
import { addDays, dayOf, startOfDay } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { tickNotifications } from '../features/desk/notifications/clock.service.ts'
import { saveDraft } from '../features/desk/notifications/drafts.service.ts'
import { sendToInbox } from '../features/desk/notifications/inbox-sender.service.ts'
import { getNotification } from '../features/desk/notifications/notifications.service.ts'
import { readMine } from '../features/desk/notifications/member-inbox.service.ts'
import {
  approveNotification,
  scheduleNotification,
  stopNotification,
} from '../features/desk/notifications/steps.service.ts'
import { sendByWebhook } from '../features/desk/notifications/webhook-sender.service.ts'
import type { Act } from './kyc.ts'
import { later } from './playing.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
/** Members that a piece of the stopped one walks past: it was stopped after the first. */
const STOPPED_AFTER = 700
const READERS = 25

const DIWALI = {
  en: {
    title: 'Double points this week',
    body: 'Scan putty until Sunday: every coupon counts twice.',
  },
  hi: {
    title: 'इस सप्ताह दोगुने अंक',
    body: 'रविवार तक पुट्टी स्कैन करें: हर कूपन के दोगुने अंक मिलेंगे।',
  },
  target: { to: 'page', page: 'scan' },
  audience: { kinds: ['painter'], states: [24] },
  channels: ['inbox', 'webhook'],
}
const MAINTENANCE = {
  en: { title: 'The app rests on Sunday', body: 'From 2 to 4 at night nothing can be scanned.' },
  hi: { title: 'रविवार को ऐप बंद', body: 'रात 2 से 4 बजे तक कुछ भी स्कैन नहीं होगा।' },
  target: { to: 'nothing' },
  audience: {},
}
const KYC_NEEDED = {
  en: {
    title: 'Finish your KYC',
    body: 'Without it your points cannot be redeemed. It takes two minutes.',
  },
  hi: {
    title: 'अपना KYC पूरा करें',
    body: 'इसके बिना अंक भुनाए नहीं जा सकते। इसमें दो मिनट लगते हैं।',
  },
  target: { to: 'page', page: 'kyc' },
  audience: { kycStates: ['none', 'resubmit'], activity: { scanned: 'within', days: 30 } },
  channels: ['inbox', 'webhook'],
}
const COME_BACK = {
  en: {
    title: 'We miss your scans',
    body: 'New gifts wait for you. Open the app and have a look.',
  },
  hi: { title: 'आपके स्कैन की याद आती है', body: 'नए उपहार आपका इंतज़ार कर रहे हैं। ऐप खोलकर देखें।' },
  target: { to: 'page', page: 'gifts' },
  audience: { activity: { scanned: 'not_within', days: 60 } },
}

type By = DemoStaff['marketing']
const by = (context: Context, caller: By) => ({ context, caller, origin: DEMO_ORIGIN })

/**
 * One that is sent and read by some, one that a second person approved and that was stopped, one for
 * tomorrow, and a draft.
 */
export function notificationActs({ marketing, subadmin, hod }: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const tomorrow = new Date(startOfDay(addDays(dayOf(now), 1)).getTime() + 10 * HOUR_MS)
  return [
    { at: at(75), run: (context) => sendAndRead(context, { marketing, hod }) },
    { at: at(26), run: (context) => sendAndStop(context, { marketing, hod }) },
    { at: at(5), run: (context) => plan(context, marketing, { words: KYC_NEEDED, at: tomorrow }) },
    { at: at(2), run: (context) => write(context, subadmin, COME_BACK) },
  ]
}

async function write(context: Context, caller: By, words: object) {
  const idempotencyKey = `demo-notification-${context.now().getTime()}`
  const body = saveNotification.body?.parse({ ...words, idempotencyKey })
  if (!body) throw new Error('A draft has a body.')
  return saveDraft(context, caller, body, DEMO_ORIGIN)
}

type Plan = { words: object; at: Date | null }

async function plan(context: Context, caller: By, { words, at }: Plan): Promise<number> {
  const { notificationId, version } = await write(context, caller, words)
  const sendAt = at && at.toISOString()
  await scheduleNotification(by(context, caller), { notificationId, version, sendAt })
  return notificationId
}

type Pair = Pick<DemoStaff, 'marketing' | 'hod'>

/** Begins it at once, after a second person where it needs one. */
async function begin(context: Context, { marketing, hod }: Pair, words: object): Promise<number> {
  const notificationId = await plan(context, marketing, { words, at: null })
  const { state, version } = await getNotification(context, notificationId)
  if (state === 'proposed') {
    await approveNotification(by(later(context, 1), hod), { notificationId, version })
  }
  await tickNotifications(later(context, 1))
  return notificationId
}

async function sendAndRead(context: Context, pair: Pair): Promise<void> {
  const mediaId = await someImage(context)
  const notificationId = await begin(context, pair, { ...DIWALI, mediaId })
  await sendToInbox(context, notificationId, new AbortController().signal)
  await sendByWebhook(context)
  const readers = await context.db
    .selectFrom('notification_delivery')
    .select('member_id as memberId')
    .where('notification_id', '=', notificationId)
    .orderBy('member_id')
    .limit(READERS)
    .execute()
  for (const member of readers) await readMine(later(context, 90), member, notificationId)
}

async function someImage({ db }: Context): Promise<number | null> {
  const found = await db
    .selectFrom('media')
    .select('media_id as mediaId')
    .where('kind', '=', 'image')
    .orderBy('media_id')
    .executeTakeFirst()
  return found?.mediaId ?? null
}

async function sendAndStop(context: Context, pair: Pair): Promise<void> {
  const notificationId = await begin(context, pair, MAINTENANCE)
  const onePiece = new AbortController()
  const now = () => {
    onePiece.abort()
    return context.now()
  }
  await sendToInbox({ ...context, now }, notificationId, onePiece.signal, STOPPED_AFTER).catch(
    (error: unknown) => {
      if (!onePiece.signal.aborted) throw error
    },
  )
  const reason = 'The app does not rest on Sunday after all'
  await stopNotification(by(later(context, 2), pair.marketing), { notificationId, reason })
}

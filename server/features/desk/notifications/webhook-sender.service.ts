import { setTimeout as delay } from 'node:timers/promises'
import { promotionWaitMs } from '../../../../contract/platform/quiet-hours.ts'
import type { Context } from '../../../context.ts'
import { transaction, withClient } from '../../../db/database.ts'
import type { Noticed, NotifyChannel } from '../../platform/messages/index.ts'
import { afterRun, isDown } from './circuit.ts'
import { finishIfDone } from './inbox-sender.service.ts'
import { insertEvent, updateNotification } from './notifications.queries.ts'
import { beingSent } from './sending.queries.ts'
import * as queries from './webhook.queries.ts'

type Needs = Pick<Context, 'db' | 'keys' | 'jobs' | 'now' | 'channels' | 'connection' | 'config'>

/** The advisory lock of the one sender of all processes: so the webhook has as many at once as is said here. */
const LOCK = [4_712, 3] as const
const LANES = 10
/** Short, so that a stop of the server finds an end; what is left goes on in the next run. */
const RUN_MS = 5_000
const SETTLE_TRIES = 5

/** One message in one run: how far it came, and what went wrong last. */
type Run = {
  context: Needs
  channel: NotifyChannel
  notificationId: number
  until: number
  after: number
  troubles: { before: number; now: number; waitMs: number | null }
  trouble: string
  settle: (settled: queries.Settled) => Promise<void>
}

/**
 * Sends what waits for the webhook for some seconds, each message with its share of them, and has the
 * next run made while more waits. Does nothing where another process is at it. Notifications are promotion:
 * outside its hours nothing leaves, and the next run is planned for the moment they begin.
 */
export async function sendByWebhook(context: Needs, runMs = RUN_MS): Promise<void> {
  const wasMine = await withClient(context.connection, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1, $2) as mine',
      [...LOCK],
    )
    if (!rows[0]?.mine) return false
    if (quietMs(context) === 0) await runAll(context, runMs)
    return true
  })
  if (wasMine) await planNext(context)
}

async function runAll(context: Needs, runMs: number): Promise<void> {
  const due = await queries.dueForWebhook(context.db, context.now())
  for (const { notificationId, troubles } of due) {
    await runOne(context, { notificationId, troubles, ms: runMs / due.length })
    await finishIfDone(context, notificationId)
  }
}

/** How long promotion has to wait for its hours; 0 within them. */
const quietMs = ({ now, config }: Needs) => promotionWaitMs(now(), config.PROMOTION_HOURS)

/** Where the setting was taken away after a message was planned: it waits for it. */
const notSetUp: NotifyChannel = {
  send: async () => ({
    kind: 'unsent',
    trouble: 'It is not set up (NOTIFY_WEBHOOK_URL).',
    waitMs: null,
  }),
}

async function runOne(
  context: Needs,
  { notificationId, troubles, ms }: { notificationId: number; troubles: number; ms: number },
): Promise<void> {
  const run: Run = {
    context,
    channel: context.channels.notify ?? notSetUp,
    notificationId,
    until: performance.now() + ms,
    after: 0,
    troubles: { before: troubles, now: troubles, waitMs: null },
    trouble: '',
    settle: settlerOf({ context, notificationId }),
  }
  const source = sourceOf(run)
  const lanes = Array.from({ length: isDown(troubles) ? 1 : LANES }, () => lane(run, source))
  const ended = await Promise.allSettled(lanes)
  await putBack(run, source.left())
  await keepTroubles(run)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

function isGoing({ context, until, troubles }: Run): boolean {
  if (performance.now() >= until || troubles.waitMs !== null) return false
  if (quietMs(context) > 0) return false
  // Down before: one message is tried, and its success ends that.
  return !isDown(troubles.now) || (isDown(troubles.before) && troubles.now === troubles.before)
}

async function lane(run: Run, source: Source): Promise<void> {
  while (isGoing(run)) {
    const one = await source.next()
    if (!one) return
    await deliver(run, one)
  }
}

type Source = { next(): Promise<queries.Claimed | undefined>; left(): queries.Claimed[] }

/** Claims for all lanes together, as many at once as there are lanes. */
function sourceOf(run: Run): Source {
  const claimed: queries.Claimed[] = []
  let claiming: Promise<number> | null = null
  return {
    async next() {
      while (claimed.length === 0) {
        claiming ??= claimMore(run, claimed).finally(() => (claiming = null))
        if ((await claiming) === 0) return claimed.shift()
      }
      return claimed.shift()
    },
    left: () => claimed.splice(0),
  }
}

/** In the order of members; from the beginning again for those that were put back. */
async function claimMore(run: Run, claimed: queries.Claimed[]): Promise<number> {
  const { context, notificationId, troubles } = run
  const limit = isDown(troubles.before) ? 1 : LANES
  const claim = (after: number) =>
    queries.claimWaiting(context.db, { notificationId, after, limit, at: context.now() })
  const next = await claim(run.after)
  const found = next.length === 0 && run.after > 0 ? await claim(0) : next
  claimed.push(...found)
  run.after = found.at(-1)?.memberId ?? 0
  return found.length
}

const STATES = { sent: 'sent', refused: 'failed', unknown: 'unknown', unsent: 'waiting' } as const

async function deliver(run: Run, one: queries.Claimed): Promise<void> {
  const { channel, notificationId } = run
  const { memberId } = one
  if (!one.isActive) {
    const trouble = 'The member is not active any more.'
    return run.settle({ memberId, state: 'failed', trouble })
  }
  const noticed = await channel.send({
    to: one.mobile,
    title: one.title,
    body: one.body,
    language: one.language,
    notificationId,
    deliveryId: `${notificationId}-${memberId}`,
  })
  const trouble = noticed.kind === 'sent' ? null : noticed.trouble
  await run.settle({ memberId, state: STATES[noticed.kind], trouble })
  noteTrouble(run, noticed)
}

function noteTrouble(run: Run, noticed: Noticed): void {
  const { troubles } = run
  if (noticed.kind === 'sent') {
    troubles.now = 0
    return
  }
  troubles.now++
  run.trouble = noticed.trouble
  if (noticed.kind !== 'unsent' || noticed.waitMs === null) return
  troubles.waitMs = Math.max(troubles.waitMs ?? 0, noticed.waitMs)
}

/** What was claimed and surely not sent waits again. */
async function putBack(run: Run, left: readonly queries.Claimed[]): Promise<void> {
  if (left.length === 0) return
  const settled = left.map(
    ({ memberId }) => ({ memberId, state: 'waiting', trouble: null }) as const,
  )
  await writeDown(run, settled)
}

/** Writes down what became of one; what comes while the last are being written goes together. */
function settlerOf(run: Pick<Run, 'context' | 'notificationId'>): Run['settle'] {
  let collected: queries.Settled[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  const writeNext = async () => {
    const settled = collected
    collected = []
    next = null
    await writeDown(run, settled)
  }
  return (settled) => {
    collected.push(settled)
    next ??= writing = writing.catch(() => {}).then(writeNext)
    return next
  }
}

/** A database that is away for a moment must not make an answer that is known unknown. */
async function writeDown(
  { context, notificationId }: Pick<Run, 'context' | 'notificationId'>,
  settled: readonly queries.Settled[],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await queries.settle(context.db, { notificationId, at: context.now() }, settled)
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error
      await delay(200 * tries)
    }
  }
}

/** Remembers how the webhook does, and says in the history when it goes down and comes back. */
async function keepTroubles({ context, notificationId, troubles, trouble }: Run): Promise<void> {
  const { troubles: stored, holdMs } = afterRun(troubles)
  if (stored === troubles.before && holdMs === null) return
  const at = context.now()
  const event = { notificationId, at, staffId: null }
  await transaction(context.db, async (tx) => {
    await updateNotification(tx, notificationId, {
      webhook_troubles: stored,
      webhook_after: holdMs === null ? null : new Date(at.getTime() + holdMs),
    })
    if (isDown(stored) === isDown(troubles.before)) return
    if (isDown(stored)) await insertEvent(tx, { ...event, step: 'hold', note: trouble })
    else await insertEvent(tx, { ...event, step: 'release' })
  })
}

/** The next run: at once while messages wait, later where the webhook is waited for. */
async function planNext(context: Needs): Promise<void> {
  const sendings = await beingSent(context.db)
  const now = context.now().getTime()
  const waits = sendings
    .filter(({ hasWaiting }) => hasWaiting)
    .map(({ webhookAfter }) => Math.max((webhookAfter?.getTime() ?? 0) - now, 0))
  if (waits.length === 0) return
  const waitMs = Math.max(Math.min(...waits), quietMs(context))
  const afterSeconds = Math.ceil(waitMs / 1000)
  await transaction(context.db, (tx) =>
    context.jobs.send(tx, 'notification-webhook', {}, { afterSeconds }),
  )
}

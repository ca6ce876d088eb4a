import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { endTransactionsWith, openDatabase, transaction, type Db, type Tx } from '../db/database.ts'
import { beginAuditChain, writeAudit } from '../features/platform/audit/audit.service.ts'
import { declareRestored } from '../features/platform/chain/chain.service.ts'
import { sealing } from '../features/platform/chain/sealing.service.ts'
import { fillDistributorDays } from '../features/people/belonging/distributor-days.service.ts'
import { fillLiabilityDays } from '../features/money/liability/liability.service.ts'
import type { Keys } from '../lib/crypto.ts'
import { AttemptMaker, attemptTimes } from './attempts.ts'
import { planBatches, type Step } from './batch-plan.ts'
import { playBatches, storeAhead } from './batches.ts'
import { chargeActs } from './charges.ts'
import { disputeActs } from './disputes.ts'
import { enquiryActs } from './enquiries.ts'
import { demoPeople, kycActs, type Act } from './kyc.ts'
import { lineActs } from './line.ts'
import { mediaActs } from './media.ts'
import { makeMembers, makeOrganisation } from './people.ts'
import { notificationActs } from './notifications.ts'
import { onboardingActs } from './onboarding.ts'
import { offerActs } from './offers.ts'
import { paymentActs } from './payments.ts'
import { redemptionActs } from './redemptions.ts'
import { demoStaff } from './staff.ts'
import { reviewActs } from './reviews.ts'
import { schemeActs } from './schemes.ts'
import { settlementActs } from './settlements.ts'
import { productPictureActs } from './product-pictures.ts'
import { openPlayer, settleOnDisk } from './scans.ts'

const DAY_MS = 86_400_000
/** So long before its first members the programme is prepared. */
const PREPARED_DAYS = 39
/** So many scans at the end come one by one, as they would. */
const LAST_ONES = 40

/**
 * Loads the demo programme once: the organisation, the batches and 120 days of scans, always the
 * same but for the day it ends on. A load that was cut off is started over.
 */
export async function loadDemo(context: Context, say: (line: string) => void): Promise<void> {
  if (await isLoaded(context.db)) return
  say('Loading the demo programme: 3,000 members, 1,50,000 coupons, 40,000 scans …')
  const connection = { ...context.connection, options: '-c synchronous_commit=off' }
  const onError = (error: Error) => context.log.warn({ err: error }, 'database connection')
  const { db, pool } = openDatabase(connection, { size: 3, onError })
  endTransactionsWith(db, sealing(context.chain))
  try {
    await clear(context)
    await makeHistory({ ...context, db, pool, connection })
  } finally {
    await db.destroy()
  }
  await settleOnDisk(context)
  await transaction(context.db, (tx) => markLoaded(tx, context.keys))
}

/** Its commits do not wait for the disk, one by one: settleOnDisk() waits for all of them at once. */
async function makeHistory(context: Context): Promise<void> {
  const { db } = context
  const now = new Date()
  const firstDay = new Date(now.getTime() - 121 * DAY_MS)
  const { batches, steps, blocking } = planBatches(now)
  const [{ staff, members }] = await Promise.all([
    beginProgramme(context, firstDay, steps),
    storeAhead(context, batches),
  ])
  const maker = new AttemptMaker(members, batches, now)
  const people = await demoPeople(context)
  await playHistory(context, {
    maker,
    times: attemptTimes(now),
    acts: [
      ...blocking.map((step) => ({ at: step.at, run: () => playBatches(context, staff, [step]) })),
      ...chargeActs(staff, now),
      ...schemeActs(staff, now),
      ...settlementActs(staff, firstDay, now),
      ...reviewActs(staff, now),
      ...kycActs(people, staff, now),
      ...redemptionActs(people, staff, now),
      ...paymentActs(people, staff, now),
      ...enquiryActs(people, staff, now),
      ...disputeActs(people, staff, now),
      ...lineActs(staff, now),
      ...mediaActs(staff, now),
      ...productPictureActs(staff, now),
      ...offerActs(staff, now),
      ...onboardingActs(staff, now),
      ...notificationActs(staff, now),
    ],
  })
  await fillLiabilityDays(context)
  await fillDistributorDays(context)
  await forgetProvider(db)
}

/** The organisation, before its first batch; then its members join while its batches are made. */
async function beginProgramme(context: Context, firstDay: Date, steps: readonly Step[]) {
  await makeOrganisation(context, new Date(firstDay.getTime() - PREPARED_DAYS * DAY_MS))
  const staff = await demoStaff(context.db)
  const [members] = await Promise.all([
    makeMembers(context, staff, firstDay),
    playBatches(context, staff, steps),
  ])
  return { staff, members }
}

/** The payout simulator knows nothing of what was paid before it began: it is not asked about it. */
async function forgetProvider(db: Db): Promise<void> {
  await db
    .updateTable('payment')
    .set({ next_poll_at: null })
    .where('state', '=', 'processed')
    .execute()
}

type History = { maker: AttemptMaker; times: readonly Date[]; acts: readonly Act[] }

/** Between the acts of people the scans of that time, so that all points move in the order of time. */
async function playHistory(context: Context, { maker, times, acts }: History): Promise<void> {
  const channel = { send: async () => {} }
  const notify = { send: async () => ({ kind: 'sent' }) as const }
  const channels = { ...context.channels, sms: channel, email: channel, notify }
  const inTurn = acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const player = await openPlayer(context, maker)
  const made = makeAhead(inTurn)
  try {
    let played = 0
    for (const { at, run } of inTurn) {
      let until = played
      while (until < times.length && isBefore(times[until], at)) until++
      await player.play(times.slice(played, until))
      played = until
      await run({ ...context, channels, scanEngine: player.engine, now: () => at })
    }
    await player.play(times.slice(played), { oneByOne: LAST_ONES })
    await made
  } finally {
    await player.stop()
  }
}

const isBefore = (time: Date | undefined, at: Date) => time !== undefined && time < at

/** Makes what acts need, one after another: the scans wait for the database more than they reckon. */
async function makeAhead(acts: readonly Act[]): Promise<void> {
  // What could not be made is told by the act that needs it.
  for (const { ahead } of acts) await ahead?.().catch(() => {})
}

async function markLoaded(tx: Tx, keys: Keys): Promise<void> {
  const at = new Date()
  const value = JSON.stringify({ loadedAt: at.toISOString() })
  await tx.insertInto('setting').values({ name: 'demo', value, changed_at: at }).execute()
  const audit = { by: null, action: 'demo.loaded', subject: 'programme', subjectId: 'demo', at }
  await writeAudit(tx, keys, audit)
}

async function isLoaded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', 'demo')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Empties what a load that was cut off has left; there is nothing else in a demo that is not loaded.
 * What the migrations and the vault put in before stays: settings, tax rules, the keys. The chain begins
 * again under its key, and where heads of the earlier load are outside they are given up.
 */
async function clear(context: Context): Promise<void> {
  const { db, keys } = context
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename not like 'data_key%'
        and tablename not in ('setting', 'tax_rule', 'ledger_close', 'chain_key')`.execute(tx)
    await sql
      .raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity`)
      .execute(tx)
    await sql`alter sequence coupon_batch_number restart`.execute(tx)
    await sql`alter sequence member_code_number restart with 100001`.execute(tx)
    await sql`update ledger_close set closed_until = '2000-01-01'`.execute(tx)
    await beginAuditChain(tx, keys)
  })
  await declareRestored(context)
}

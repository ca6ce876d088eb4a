import { sql } from 'kysely'
import { startOfDay, addDays, dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { transaction, type Db, type Tx } from '../db/database.ts'
import { beginAuditChain, writeAudit } from '../features/audit/audit.service.ts'
import { AttemptMaker, attemptTimes } from './attempts.ts'
import { BLOCKED_DAYS_AGO, makeBatches, type DemoStaff } from './batches.ts'
import { makeMembers, makeOrganisation } from './people.ts'
import { playScans, reviewHeld, settleOnDisk } from './scans.ts'

const DAY_MS = 86_400_000

/**
 * Loads the demo programme once: the organisation, the batches and 120 days of scans, always the
 * same but for the day it ends on. A load that was cut off is begun anew.
 */
export async function loadDemo(context: Context, say: (line: string) => void): Promise<void> {
  const { db, keys } = context
  if (await isLoaded(db)) return
  say('Loading the demo programme: 3,000 members, 1,50,000 coupons, 40,000 scans …')
  await clear(context)
  const now = new Date()
  const firstDay = new Date(now.getTime() - 121 * DAY_MS)
  await transaction(db, (tx) => makeOrganisation(tx, firstDay))
  const staff = await staffByUser(db)
  const members = await makeMembers(context, firstDay)
  await makeSchemes(db, now)
  const batches = await makeBatches(context, staff, now)
  const maker = new AttemptMaker(members, batches)
  const times = attemptTimes(now)
  const blocking = now.getTime() - BLOCKED_DAYS_AGO * DAY_MS
  await playScans(
    context,
    maker,
    times.filter((at) => at.getTime() < blocking),
  )
  const blocked = batches.find(({ role }) => role === 'blocked')
  if (blocked) await blockBatch(context, staff, blocked.batchId, new Date(blocking))
  await playScans(
    context,
    maker,
    times.filter((at) => at.getTime() >= blocking),
  )
  await reviewHeld(context, staff.cs, now)
  await settleOnDisk(context)
  await transaction(db, async (tx) => {
    const value = JSON.stringify({ loadedAt: now.toISOString() })
    await tx.insertInto('setting').values({ name: 'demo', value, changed_at: now }).execute()
    await writeAudit(tx, keys, {
      by: null,
      action: 'demo.loaded',
      subject: 'programme',
      subjectId: 'demo',
    })
  })
}

async function isLoaded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', 'demo')
    .executeTakeFirst()
  return row !== undefined
}

/** Empties what a load that was cut off has left; there is nothing else in a demo that is not loaded. */
async function clear({ db, keys }: Context): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'setting'`.execute(
      tx,
    )
    await sql
      .raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity`)
      .execute(tx)
    await sql`alter sequence coupon_batch_number restart`.execute(tx)
    await beginAuditChain(tx, keys)
  })
}

async function staffByUser(db: Db): Promise<DemoStaff> {
  const rows = await db.selectFrom('staff').select(['staff_id', 'email']).execute()
  const id = (user: string) => {
    const row = rows.find(({ email }) => email === `${user}@hil.example`)
    if (!row) throw new Error(`The demo has no account ${user}.`)
    return row.staff_id
  }
  return {
    hod: id('hod'),
    almond: id('almond'),
    subadmin: id('subadmin'),
    worker: id('worker'),
    cs: id('cs'),
  }
}

async function makeSchemes(db: Db, now: Date): Promise<void> {
  const day = (offset: number) => startOfDay(addDays(dayOf(now), offset))
  const scheme = {
    member_kind: null,
    state: null,
    product_id: null,
    stacks: true,
    status: 'active' as const,
  }
  await db
    .insertInto('scheme')
    .values([
      {
        ...scheme,
        name: 'Putty festival: half as much again',
        kind: 'multiplier',
        value: 150,
        product_id: 1,
        from_at: day(-45),
        to_at: day(20),
        priority: 1,
        budget: 200_000,
      },
      {
        ...scheme,
        name: 'Five points more for masons',
        kind: 'fixed',
        value: 5,
        member_kind: 'mason',
        from_at: day(-75),
        to_at: day(-30),
        priority: 2,
        budget: 150_000,
      },
    ])
    .execute()
}

async function blockBatch(
  { db, keys }: Context,
  staff: DemoStaff,
  batchId: number,
  at: Date,
): Promise<void> {
  await transaction(db, async (tx: Tx) => {
    await tx
      .updateTable('coupon_batch')
      .set({ status: 'blocked' })
      .where('batch_id', '=', batchId)
      .execute()
    await tx
      .insertInto('batch_event')
      .values({
        batch_id: batchId,
        at,
        staff_id: staff.cs,
        action: 'block',
        note: 'Packs of this lot were found outside the trade',
      })
      .execute()
    await writeAudit(tx, keys, {
      by: { staffId: staff.cs, role: 'cs' },
      action: 'batch.block',
      subject: 'coupon_batch',
      subjectId: batchId,
      reason: 'Packs of this lot were found outside the trade',
      at,
    })
  })
}

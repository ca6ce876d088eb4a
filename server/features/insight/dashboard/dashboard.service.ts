import type { z } from 'zod'
import type { getDashboard } from '../../../../contract/insight/dashboard.ts'
import { DONE, type DoneName } from '../../../../contract/insight/dashboard-work.ts'
import {
  shownTo,
  workOf,
  type PanelName,
  type Shown,
} from '../../../../contract/insight/dashboard-roles.ts'
import { canSee } from '../../../../contract/menu.ts'
import { can } from '../../../../contract/permissions.ts'
import { paymentState } from '../../../../contract/money/payment-states.ts'
import type { Role } from '../../../../contract/roles.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { liabilityBetween } from '../../money/liability/index.ts'
import { leastFar } from '../../money/settlements/index.ts'
import * as queries from './dashboard.queries.ts'
import { lastCountedDay } from '../../people/belonging/index.ts'
import { topDistributors } from './top-distributors.queries.ts'
import { comparedWith, everyDay, readPeriod, type Period } from './period.ts'
import * as scans from './scan-figures.ts'
import type { Dashboard } from './scan-figures.ts'
import { schemesOf } from './scheme-figures.queries.ts'
import { owedNow, payouts as payoutsOf } from './tiles.queries.ts'
import { TILE_FIGURES, TILE_QUEUES, type Facts } from './tiles.ts'
import * as waiting from './waiting.queries.ts'

type Asked = z.output<NonNullable<typeof getDashboard.query>>
type Reading = { tx: Tx; period: Period; today: string }

const MOST_SCHEMES = 12
const MOST_MONTHS = 6
const NOTHING = { attempts: 0, credited: 0, points: 0 }
const SCAN_PANELS: readonly PanelName[] = ['days', 'results', 'states', 'products', 'plants']
const SETTLEMENTS = '/dashboard/points-settlement'

/** The figures of a period beside those compared with, and what waits: of one moment, for one role. */
export async function dashboard(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId, role }: Pick<StaffCaller, 'staffId' | 'role'>,
  asked: Asked,
): Promise<Dashboard> {
  const at = now()
  const period = readPeriod(asked, at)
  const compared = comparedWith(period, asked.compare)
  const shown = shownTo(role)
  return queries.inOneSnapshot(db, async (tx) => {
    const reading = { tx, period, today: dayOf(at) }
    const facts = await factsOf(reading, compared, shown)
    return {
      ...period,
      compared,
      asOf: at.toISOString(),
      me: staffId,
      tiles: await tiles(facts, shown),
      queues: shown.queues.flatMap((name) => toQueue(facts.waiting.get(name))),
      ...(await work(tx, staffId, role)),
      done: await done(tx, staffId, startOfDay(reading.today)),
      ...(await scanPanels(reading, facts.sums, shown)),
      ...(await moneyPanels(reading, facts, shown)),
    }
  })
}

type AllFacts = Facts & { sums: queries.Sum[] }

/** Only what the role's dashboard is made of is read. */
async function factsOf(
  { tx, period, today }: Reading,
  compared: Period | null,
  { tiles, queues, panels }: Shown,
): Promise<AllFacts> {
  const ofScans = tiles.includes('attempts') || panels.some((name) => SCAN_PANELS.includes(name))
  const sums = ofScans ? await queries.sumsOf(tx, period) : []
  const counted = [...queues, ...tiles.flatMap((name) => TILE_QUEUES[name] ?? [])]
  const waits = await waiting.queueCounts(tx, [...new Set(counted)])
  const owed = tiles.includes('liability') || panels.includes('liability')
  return {
    tx,
    period,
    compared,
    today,
    sums,
    total: scans.totalOf(sums),
    before: ofScans && compared ? await queries.totalsOf(tx, compared) : NOTHING,
    waiting: new Map(waits.map((row) => [row.name, row])),
    owed: owed ? await owedNow(tx) : { available: 0, held: 0 },
  }
}

async function tiles(facts: Facts, { tiles: names }: Shown): Promise<Dashboard['tiles']> {
  const found: Dashboard['tiles'] = []
  // One connection has the snapshot: one after another.
  for (const name of names) found.push({ name, ...(await TILE_FIGURES[name](facts)) })
  return found
}

const NO_DEADLINE: readonly string[] = ['schemes', 'adjustments']

function toQueue(
  row: Facts['waiting'] extends ReadonlyMap<infer _, infer R> ? R | undefined : never,
) {
  if (!row) return []
  const { name, count, oldest, late } = row
  const deadline = !NO_DEADLINE.includes(name)
  return [{ name, count, oldest: oldest?.toISOString() ?? null, late: deadline ? late : null }]
}

async function work(
  tx: Tx,
  me: number,
  role: Role,
): Promise<Pick<Dashboard, 'work' | 'monthWork'>> {
  const counts = await waiting.workCounts(tx, workOf(role), me)
  const months = can(role, 'settlement.approve') && canSee(role, SETTLEMENTS)
  return {
    work: counts.map(({ name, count, oldest }) => ({
      name,
      count,
      oldest: oldest?.toISOString() ?? null,
    })),
    monthWork: months ? await waiting.monthWork(tx, me) : [],
  }
}

const DONE_NAMES = Object.keys(DONE) as DoneName[]

async function done(tx: Tx, me: number, since: Date): Promise<Dashboard['done']> {
  const acts = new Map(
    (await waiting.actsSince(tx, me, since)).map(({ action, count }) => [action, count]),
  )
  return DONE_NAMES.map((name) => ({
    name,
    count: DONE[name].actions.reduce((sum, action) => sum + (acts.get(action) ?? 0), 0),
  })).filter(({ count }) => count > 0)
}

type ScanPanel = 'days' | 'results' | 'states' | 'products' | 'plants' | 'distributors'

async function scanPanels(
  { tx, period, today }: Reading,
  sums: queries.Sum[],
  { panels }: Shown,
): Promise<Pick<Dashboard, ScanPanel>> {
  const has = (name: PanelName) => panels.includes(name)
  return {
    days: has('days') ? scans.days(sums, period) : null,
    results: has('results') ? scans.results(sums) : null,
    states: has('states') ? scans.states(sums) : null,
    products: has('products') ? await scans.products(tx, sums) : null,
    plants: has('plants') ? await scans.plants(tx, sums) : null,
    distributors: has('distributors') ? await distributors(tx, period, today) : null,
  }
}

/** Of the days that are over and counted: a job counts each once. */
async function distributors(
  tx: Tx,
  { from, to }: Period,
  today: string,
): Promise<NonNullable<Dashboard['distributors']>> {
  const yesterday = addDays(today, -1)
  const filled = await lastCountedDay(tx)
  const last = [to, yesterday, filled ?? ''].toSorted()[0] ?? ''
  if (last < from) return { to: null, rows: [] }
  const rows = await topDistributors(tx, { from, to: last }, scans.TOP)
  return { to: last, rows: rows.map(({ id, ...row }) => ({ distributorId: id, ...row })) }
}

type MoneyPanel = 'schemes' | 'liability' | 'payouts' | 'settlements'

async function moneyPanels(
  reading: Reading,
  { owed }: Facts,
  { panels }: Shown,
): Promise<Pick<Dashboard, MoneyPanel>> {
  const { tx, period } = reading
  const has = (name: PanelName) => panels.includes(name)
  return {
    schemes: has('schemes') ? await schemes(tx, period) : null,
    liability: has('liability') ? await liability(reading, owed) : null,
    payouts: has('payouts') ? await payouts(tx, period) : null,
    settlements: has('settlements') ? await settlements(tx) : null,
  }
}

async function schemes(tx: Tx, period: Period): Promise<NonNullable<Dashboard['schemes']>> {
  const rows = await schemesOf(tx, period, MOST_SCHEMES)
  // It ends with the beginning of the day after its last.
  return rows.map(({ toAt, ...row }) => ({ ...row, toDay: dayOf(new Date(toAt.getTime() - 1)) }))
}

/** Of the days that are over what was owed at their ends; of today what is owed now. */
async function liability(
  { tx, period, today }: Reading,
  owed: Facts['owed'],
): Promise<NonNullable<Dashboard['liability']>> {
  const over = await liabilityBetween(tx, period, today)
  const runs = period.from <= today && today <= period.to
  return runs ? [...over, { day: today, ...owed }] : over
}

async function payouts(tx: Tx, period: Period): Promise<NonNullable<Dashboard['payouts']>> {
  const rows = await payoutsOf(tx, period)
  const paid = new Map(rows.flatMap(({ day, paidPaise }) => (day ? [[day, paidPaise]] : [])))
  const states = paymentState.options.flatMap((state) => {
    const row = rows.find((found) => found.state === state)
    return row ? [{ state, attempts: row.attempts, netPaise: row.netPaise }] : []
  })
  return {
    attempts: states.reduce((sum, { attempts }) => sum + attempts, 0),
    states,
    days: everyDay(period).map((day) => ({ day, paidPaise: paid.get(day) ?? 0 })),
  }
}

async function settlements(tx: Tx): Promise<NonNullable<Dashboard['settlements']>> {
  const months = await queries.settledMonths(tx, MOST_MONTHS)
  return months.map(({ states, ...month }) => ({ ...month, state: leastFar(states) }))
}

import { reportType as reportTypes } from '../../../contract/insight/reports.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import type { Db } from '../../../server/db/database.ts'
import { DEFINITIONS } from '../../../server/features/insight/reports/definitions.ts'
import { sql } from 'kysely'
import { median, percentile } from '../scans/database.ts'
import type { Ask, Request } from './ask.ts'
import type { Query } from './list-cases.ts'
import { ENOUGH_FOR_P99, PLANNED, PLANNED_EVERYWHERE } from './measure-lists.ts'
import type { AskedQuery } from './query-clock.ts'
import type { Samples } from './samples.ts'

export type MeasuredPage = {
  what: string
  p50Ms: number
  p99Ms: number
  worst: { query: Query; ms: number; queries: AskedQuery[] }
}

const DAYS = 30

type Page = { what: string; request(turn: number): Request; hasBar?: true }

/** Pages that are no list: finders, drawers, the dashboard, what is counted beside a list. */
function pagesOf(samples: Samples): Page[] {
  const of = (name: string, turn: number) => {
    const values = samples[name] ?? []
    return values[turn % values.length] ?? ''
  }
  const drawer = (what: string, path: string, names: Record<string, string>): Page => ({
    what,
    request: (turn) => ({
      path,
      params: Object.fromEntries(Object.entries(names).map(([name, of_]) => [name, of(of_, turn)])),
    }),
  })
  const [to, from] = [dayOf(new Date()), addDays(dayOf(new Date()), 1 - DAYS)]
  return [
    {
      what: 'coupon found with its whole story',
      request: (turn) => ({ path: '/api/admin/coupons/find', query: { q: of('coupon', turn) } }),
      hasBar: true,
    },
    {
      what: 'dashboard, 30 days',
      request: () => ({ path: '/api/admin/dashboard', query: { from, to } }),
    },
    {
      what: 'scan with its transfers',
      request: (turn) => {
        const [memberId = '', scanId = ''] = String(of('scanOf', turn)).split('/')
        return { path: '/api/admin/scans/:memberId/:scanId', params: { memberId, scanId } }
      },
    },
    drawer('member', '/api/admin/users/:memberId', { memberId: 'members' }),
    drawer('member with the most scans', '/api/admin/users/:memberId', { memberId: 'member' }),
    drawer('batch', '/api/admin/batches/:batchId', { batchId: 'batch' }),
    drawer('reconciliation of a batch', '/api/admin/batches/:batchId/reconciliation', {
      batchId: 'batch',
    }),
    drawer('redemption', '/api/admin/redemptions/:redemptionId', { redemptionId: 'redemptionId' }),
    drawer('payments of a redemption', '/api/admin/payments/of/:redemptionId', {
      redemptionId: 'redemptionId',
    }),
    drawer('enquiry', '/api/admin/enquiries/:enquiryId', { enquiryId: 'enquiryId' }),
    drawer('dispute', '/api/admin/enquiries/:enquiryId/dispute', { enquiryId: 'disputeId' }),
    drawer('scheme', '/api/admin/schemes/:schemeId', { schemeId: 'scheme' }),
    drawer('worker', '/api/admin/workers/:staffId', { staffId: 'workerId' }),
    drawer('distributor', '/api/admin/distributors/:distributorId', {
      distributorId: 'distributor',
    }),
    drawer('notification', '/api/admin/notifications/:notificationId', {
      notificationId: 'notificationId',
    }),
    drawer('settlement of a month', '/api/admin/settlements/:month', { month: 'month' }),
    drawer('settlement of a distributor', '/api/admin/settlements/:month/:distributorId', {
      month: 'month',
      distributorId: 'distributor',
    }),
    drawer('entry of the trail', '/api/admin/activity/:seq', { seq: 'auditSeq' }),
    { what: 'words of the trail', request: () => ({ path: '/api/admin/activity-words' }) },
    { what: 'counts of enquiries', request: () => ({ path: '/api/admin/enquiry-counts' }) },
    { what: 'KYC reviewers', request: () => ({ path: '/api/admin/kyc-reviewers' }) },
    {
      what: 'member’s own expiring points',
      request: () => ({ path: '/api/member/points/expiring', asMember: true }),
    },
    ...reportTypes.options.map((reportType) => ({
      what: `report preview: ${reportType}`,
      request: (): Request => ({
        method: 'POST',
        path: '/api/admin/reports/preview',
        body: { reportType, ...(DEFINITIONS[reportType].filters.includes('from') && { from, to }) },
      }),
    })),
  ]
}

/** Each page `turns` times, one that has a bar as often as its percentile needs. */
export async function measurePages(
  ask: Ask,
  samples: Samples,
  { turns, only }: { turns: number; only: string | undefined },
): Promise<MeasuredPage[]> {
  const measured: MeasuredPage[] = []
  const pages = pagesOf(samples).filter(({ what }) => only === undefined || what.includes(only))
  for (const page of pages) {
    measured.push(await measurePage(ask, page, page.hasBar ? ENOUGH_FOR_P99 : turns))
  }
  return measured
}

async function measurePage(
  ask: Ask,
  { what, request, hasBar }: Page,
  turns: number,
): Promise<MeasuredPage> {
  const times: number[] = []
  const unmeasured = hasBar ? PLANNED_EVERYWHERE : PLANNED
  // With other values: a connection new to these tables first reads what they are.
  for (let turn = 0; turn < unmeasured; turn++) await ask(request(turn + turn))
  let worst: MeasuredPage['worst'] = { query: {}, ms: 0, queries: [] }
  for (let turn = 0; turn < turns; turn++) {
    const { waitedMs: ms, status, body, queries } = await ask(request(turn))
    // What one sample has another has not: such as a dispute that is closed.
    if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`)
    times.push(ms)
    if (ms > worst.ms) worst = { query: request(turn).query ?? {}, ms, queries }
  }
  return { what, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), worst }
}

/**
 * Thirty days of the dashboard's figures from the rollup and from the scans themselves, in turns: the
 * medians and how many times the rollup is faster.
 */
export async function measureRollup(
  db: Db,
  rounds = 5,
): Promise<{ rollupMs: number; rawMs: number; ratio: number }> {
  const [to, from] = [dayOf(new Date()), addDays(dayOf(new Date()), 1 - DAYS)]
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  const [rollup, raw]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    rollup.push(
      await timed(() =>
        sql`select day, state, result, product_id, plant_id, sum(attempts), sum(points) from rollup_day
          where day between ${from}::date and ${to}::date
          group by grouping sets ((day), (state), (result), (product_id), (plant_id))`.execute(db),
      ),
    )
    raw.push(
      await timed(() =>
        sql`select day, state, result, product_id, plant_id, count(*), sum(points)
          from (select (recorded_at at time zone 'Asia/Kolkata')::date as day, state, result, product_id,
              plant_id, points from scan where id >= ${firstId(from)}::bigint) s
          group by grouping sets ((day), (state), (result), (product_id), (plant_id))`.execute(db),
      ),
    )
  }
  const [rollupMs, rawMs] = [median(rollup), median(raw)]
  return { rollupMs, rawMs, ratio: rawMs / rollupMs }
}

const firstId = (day: string) =>
  String(BigInt(Date.parse(`${day}T00:00:00+05:30`) - Date.UTC(2025, 0, 1)) << 22n)

import type { QueueName, TileName } from '../../../../contract/insight/dashboard-figures.ts'
import type { Tx } from '../../../db/database.ts'
import { liabilityBetween } from '../../money/liability/index.ts'
import type { Totals } from './dashboard.queries.ts'
import type { Period } from './period.ts'
import * as queries from './tiles.queries.ts'
import type { Counted } from './waiting.queries.ts'

/** What tiles are reckoned from, each read once for all of them. */
export type Facts = {
  tx: Tx
  period: Period
  compared: Period | null
  today: string
  total: Totals
  before: Totals
  waiting: ReadonlyMap<QueueName, Counted<QueueName>>
  owed: queries.Owed
}
export type Tile = { value: number; before: number | null }

/** A figure of a period beside the same of the days compared with. */
async function both(
  { tx, period, compared }: Facts,
  figure: (tx: Tx, period: Period) => Promise<number>,
): Promise<Tile> {
  return { value: await figure(tx, period), before: compared && (await figure(tx, compared)) }
}

const ofScans = ({ total, before, compared }: Facts, figure: keyof Totals): Tile => ({
  value: total[figure],
  before: compared && before[figure],
})

/** What stands now has no before. */
const waits = ({ waiting }: Facts, name: QueueName): Tile => ({
  value: waiting.get(name)?.count ?? 0,
  before: null,
})

/** Now, beside what was owed at the end of the days compared with, where the books have it. */
async function liability({ tx, compared, today, owed }: Facts): Promise<Tile> {
  const value = owed.available + owed.held
  if (!compared) return { value, before: null }
  const { to } = compared
  const [then] = await liabilityBetween(tx, { from: to, to }, today)
  return { value, before: then ? then.available + then.held : null }
}

/** How each tile is reckoned. */
export const TILE_FIGURES: Record<TileName, (facts: Facts) => Tile | Promise<Tile>> = {
  attempts: (facts) => ofScans(facts, 'attempts'),
  credited: (facts) => ofScans(facts, 'credited'),
  pointsIssued: (facts) => ofScans(facts, 'points'),
  pointsRedeemed: (facts) => both(facts, queries.pointsRedeemed),
  liability,
  members: (facts) => both(facts, (tx, { to }) => queries.membersBy(tx, to)),
  kycWaiting: (facts) => waits(facts, 'kyc'),
  paymentsFailing: (facts) => waits(facts, 'paymentsFailing'),
  heldForReview: (facts) => waits(facts, 'heldScans'),
  batchesWaiting: (facts) => waits(facts, 'batches'),
  scansReversed: (facts) => both(facts, queries.scansReversed),
  paymentsReversed: (facts) => both(facts, queries.paymentsReversed),
  paidOut: (facts) => both(facts, queries.paidOut),
  taxDeducted: (facts) => both(facts, queries.taxDeducted),
}

/** The queues whose counts some tiles show. */
export const TILE_QUEUES: Partial<Record<TileName, QueueName>> = {
  kycWaiting: 'kyc',
  paymentsFailing: 'paymentsFailing',
  heldForReview: 'heldScans',
  batchesWaiting: 'batches',
}

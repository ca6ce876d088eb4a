import type { Context } from '../context.ts'
import { activateCoupons } from '../features/programme/coupons/activation.service.ts'
import { explainCoupons } from '../features/programme/plant/reconciliation.service.ts'
import { LINE_LOT } from './batch-plan.ts'
import type { Act } from './kyc.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const MINUTE_MS = 60_000

type Run = { minutesAgo: number; from: number; to: number; off?: string }
/**
 * What the first plant's line did in the last hours: carton after carton, five packs passed over
 * between two of them, and a few that came back.
 */
/** Of the five passed over three are explained; two nobody has explained yet. */
const EXPLAINED_MINUTES_AGO = 119
const RUNS: readonly Run[] = [
  { minutesAgo: 178, from: 3_001, to: 3_060 },
  { minutesAgo: 151, from: 3_061, to: 3_100 },
  { minutesAgo: 127, from: 3_106, to: 3_160 },
  { minutesAgo: 93, from: 3_161, to: 3_240 },
  { minutesAgo: 88, from: 3_175, to: 3_178, off: 'Bags torn on the belt' },
  { minutesAgo: 61, from: 3_241, to: 3_320 },
  { minutesAgo: 24, from: 3_321, to: 3_380 },
  { minutesAgo: 6, from: 3_381, to: 3_400 },
]

/** The shift of today on the line of the first plant, by its worker. */
export function lineActs(staff: DemoStaff, now: Date): Act[] {
  const passedOver: Act = {
    at: new Date(now.getTime() - EXPLAINED_MINUTES_AGO * MINUTE_MS),
    async run(context) {
      const run = { batchId: LINE_LOT, from: 3_101, to: 3_103, kind: 'lost' as const }
      await explainCoupons(context, staff.worker, { ...run, note: 'लेबल फट गए थे' }, DEMO_ORIGIN)
    },
  }
  const runs = RUNS.map(({ minutesAgo, from, to, off }) => ({
    at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
    async run(context: Context) {
      const range = { batchId: LINE_LOT, from, to, device: 'Line 1' }
      const action = off ? ('deactivate' as const) : ('activate' as const)
      await activateCoupons(context, staff.worker, { ...range, action, reason: off }, DEMO_ORIGIN)
    },
  }))
  return [...runs, passedOver]
}

import type { Context } from '../context.ts'
import { reviewScan } from '../features/programme/scans/scan-review.service.ts'
import type { Act } from './kyc.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const DAY_MS = 86_400_000
/** The desk looks at held scans every few days, at those that are some days old. */
const EVERY_DAYS = 4
const FIRST_DAYS_AGO = 116
const LAST_DAYS_AGO = 1
const OLD_DAYS = 3

/** The desk's reviews of held scans: half were released, one in six reversed, the rest waits. */
export function reviewActs(staff: DemoStaff, now: Date): Act[] {
  const days = Math.floor((FIRST_DAYS_AGO - LAST_DAYS_AGO) / EVERY_DAYS) + 1
  return Array.from({ length: days }, (_, index): Act => {
    const at = new Date(now.getTime() - (FIRST_DAYS_AGO - index * EVERY_DAYS) * DAY_MS)
    return { at, run: (context) => review(context, staff) }
  })
}

async function review(context: Context, { cs }: DemoStaff): Promise<void> {
  const held = await context.db
    .selectFrom('scan')
    .select(['id as scanId', 'member_id as memberId'])
    .where('review', '=', 0)
    .where('recorded_at', '<', new Date(context.now().getTime() - OLD_DAYS * DAY_MS))
    .orderBy('id')
    .execute()
  for (const { scanId, memberId } of held) {
    const outcome = OUTCOMES[memberId % OUTCOMES.length]
    if (!outcome) continue
    const { of, reason } = outcome
    const params = { memberId, scanId }
    await reviewScan(context, of, { params, reason, caller: cs, origin: DEMO_ORIGIN })
  }
}

const RELEASED = {
  of: 'released',
  reason: 'The shop was called; the scans are in order',
} as const
const REVERSED = {
  of: 'reversed',
  reason: 'The packs were never sold at this place',
} as const
/** By the number of the member, so that the demo is always the same. */
const OUTCOMES = [RELEASED, null, RELEASED, null, RELEASED, REVERSED]

import { sql } from 'kysely'
import type { DisputeOutcome } from '../../contract/desk/disputes.ts'
import type { Context } from '../context.ts'
import { decideDispute, proposeDispute } from '../features/desk/disputes/decide.service.ts'
import { openDispute } from '../features/desk/disputes/disputes.service.ts'
import { openMine } from '../features/desk/enquiries/member-enquiries.service.ts'
import { ENQUIRY_CASES } from './enquiry-plan.ts'
import type { Act, Person } from './kyc.ts'
import { personOf, type Playing } from './playing.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

/** So many points are left to whoever was first, for what else the demo has in store for them. */
const LEFT_TO_FIRST = 500

/** Who asks by the plan of enquiries has a dispute of their own. */
const CLAIM_BY_THEMSELVES = new Set(
  ENQUIRY_CASES.filter(({ category }) => category === 'dispute').map(({ memberId }) => memberId),
)

type Proposer = 'cs' | 'subadmin'
type DisputeCase = {
  hoursAgo: number
  words: string
  /** Who opened it from the finder; else the member asks in the app. */
  by?: Proposer
  proposal: { hoursAgo: number; by: Proposer; outcome: DisputeOutcome; reason: string }
  decision?: { hoursAgo: number; by: 'admin' | 'almond'; note: string }
}

/** One that waits for its decision and one that was moved; a third is open (enquiry-plan.ts). */
const DISPUTE_CASES: readonly DisputeCase[] = [
  {
    hoursAgo: 28,
    words: 'The bag was closed when I bought it. I have the bill of the shop.',
    proposal: {
      hoursAgo: 25,
      by: 'cs',
      outcome: 'move',
      reason: 'The bill names the batch, and the shop is in the town of the second scan',
    },
    decision: { hoursAgo: 21, by: 'admin', note: 'The bill is clear' },
  },
  {
    hoursAgo: 7,
    words: 'Rang: the coupon was cut out of the bag before it was opened.',
    by: 'subadmin',
    proposal: {
      hoursAgo: 3,
      by: 'subadmin',
      outcome: 'keep',
      reason: 'Nothing shows that the second one had the bag before the first scan',
    },
  },
]

/** Coupons that two members claim, each of a scan that the demo's engine refused; in no order. */
export function disputeActs(people: Map<number, Person>, staff: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000)
  return DISPUTE_CASES.flatMap((one, index) => actsOf({ people, staff, at }, one, index))
}

function actsOf(playing: Playing, one: DisputeCase, index: number): Act[] {
  const { staff, at } = playing
  let enquiryId = ''
  const opening: Act = {
    at: at(one.hoursAgo),
    run: async (context) => {
      enquiryId = await open(context, playing, one, `demo-dispute-${index}`)
    },
  }
  const { proposal, decision } = one
  const acts: Act[] = [
    opening,
    {
      at: at(proposal.hoursAgo),
      run: async (context) => {
        const by = { caller: staff[proposal.by], enquiryId, origin: DEMO_ORIGIN }
        await proposeDispute(context, by, proposal)
      },
    },
  ]
  if (!decision) return acts
  const decide: Act = {
    at: at(decision.hoursAgo),
    run: async (context) => {
      const by = { caller: staff[decision.by], enquiryId, origin: DEMO_ORIGIN }
      const { outcome } = proposal
      await decideDispute(context, by, { agree: true, outcome, note: decision.note })
    },
  }
  return [...acts, decide]
}

async function open(
  context: Context,
  playing: Playing,
  { by, words }: DisputeCase,
  idempotencyKey: string,
): Promise<string> {
  const others = [...playing.people.keys()].filter((memberId) => !CLAIM_BY_THEMSELVES.has(memberId))
  const claim = await lostScan(context, others)
  if (by) {
    const asked = { ...claim, body: words }
    return (await openDispute(context, playing.staff[by], asked, DEMO_ORIGIN)).enquiryId
  }
  const { caller } = personOf(playing, claim.memberId)
  const body = {
    idempotencyKey,
    category: 'dispute' as const,
    subject: 'The coupon of my bag',
    body: words,
    attachmentIds: [],
    scanId: claim.scanId,
  }
  return openMine(context, caller, body, DEMO_ORIGIN)
}

/** The newest scan that somebody of these lost to a member with points to spare, and nobody disputes. */
async function lostScan(
  { db, now }: Pick<Context, 'db' | 'now'>,
  memberIds: number[],
): Promise<{ memberId: number; scanId: string }> {
  const { rows } = await sql<{ memberId: number; scanId: string }>`
    select s.member_id as "memberId", s.id as "scanId"
    from scan s
    join coupon c on c.code_key = s.code_key
    join member_account first on first.member_id = c.scanned_by
    join member_account own on own.member_id = s.member_id
    where s.result = 2 and s.recorded_at < ${now()} and s.member_id = any(${memberIds}::int[])
      and c.scanned_by <> s.member_id and first.available >= ${LEFT_TO_FIRST} and not own.blocked
      and not exists (select from dispute d where d.code_key = s.code_key)
    order by s.id desc limit 1`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The demo has no lost scan to dispute.')
  return found
}

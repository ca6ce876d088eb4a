import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanCoupon } from '../../contract/programme/scans.ts'
import { makeRandom } from '../../server/demo/random.ts'
import {
  manyAtOnce,
  POINTS,
  shuffled,
  tally,
} from '../../server/features/programme/scans/engine.fixture.ts'
import { activeCodes, brokenInvariants } from '../../server/features/desk/users/test-support.ts'
import { patiently } from '../../server/test/patiently.ts'
import { FULL, SEED } from '../../server/test/trust.ts'
import { START_MS, twoServers, type TwoServers } from './two-servers.ts'

// A coupon pays once, whichever process is asked. In full: npm run trust -- coupons [seed].
const MEMBERS = FULL ? 100 : 20
const COUPONS = FULL ? 200 : 20
const CALLERS = FULL ? 64 : 16

let servers: TwoServers
beforeAll(async () => {
  servers = await twoServers({ SCANS_PER_DAY: '100000', WRONG_CODES_PER_DAY: '100000' })
  await servers.home.staff('admin')
}, START_MS)
afterAll(() => servers?.stop())

type Counted = { memberId: number; credits: number; available: number }

/** What the ledger and the account of each member say. */
async function counted(): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select a.member_id as "memberId", a.available::int as available, count(t.seq)::int as credits
    from member_account a left join transfer t on t.member_id = a.member_id
    group by a.member_id order by a.member_id`.execute(servers.home.db)
  return rows
}

test(
  `${MEMBERS} members scan the same ${COUPONS} coupons over two processes, seed ${SEED}: each pays once`,
  { timeout: 1_800_000, retry: 0 },
  async () => {
    const { home, by } = servers
    const codes = await activeCodes(home, { batchId: 1, coupons: COUPONS })
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => home.member()))
    // One coupon after the other: all who call at a moment want the same one.
    const random = makeRandom(SEED)
    const attempts = shuffled(codes, random.next).flatMap((code) =>
      shuffled(members, random.next).map((member) => ({ ...member, code })),
    )
    const answers = await manyAtOnce(attempts, CALLERS, async (attempt, caller) => {
      const { token, code } = attempt
      const { status, body } = await patiently(() =>
        by(caller).call(scanCoupon, { token, body: { code } }),
      )
      return { ...attempt, process: caller % 2, outcome: `${status} ${body.result}` }
    })
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({
      '200 credited': COUPONS,
      '200 already_scanned': attempts.length - COUPONS,
    })
    const credited = answers.filter(({ outcome }) => outcome === '200 credited')
    expect(new Set(credited.map(({ code }) => code)).size).toBe(COUPONS)
    // It was a race: both processes have won some.
    expect(new Set(credited.map(({ process }) => process)).size).toBe(2)
    const won = (memberId: number) => credited.filter((one) => one.memberId === memberId).length
    expect(await counted()).toEqual(
      members
        .map(({ memberId }) => {
          const credits = won(memberId)
          return { memberId, credits, available: credits * POINTS }
        })
        .toSorted((a, b) => a.memberId - b.memberId),
    )
    expect(await brokenInvariants(home)).toEqual([])
  },
)

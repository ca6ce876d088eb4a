import { sql } from 'kysely'
import type { RetailerTier } from '../../contract/programme/charges.ts'
import { ROLE_NAMES, type Role } from '../../contract/roles.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { transaction, type Tx } from '../db/database.ts'
import { setRetailerTier } from '../features/programme/charges/charges.service.ts'
import { joinProgramme } from '../features/people/registration/registration.service.ts'
import { blockUser } from '../features/desk/users/user-blocks.service.ts'
import type { StaffCaller } from '../http/caller.ts'
import { hashPassword } from '../lib/password.ts'
import { makeDistributors, makeMasters } from './masters.ts'
import { makeRandom } from './random.ts'
import { DEMO_ORIGIN, demoCallers, emailOf, type DemoStaff } from './staff.ts'
import { CITIES, FIRST_NAMES, KINDS, LAST_NAMES } from './world.ts'

export const DEMO_PASSWORD = 'hil-demo-2026'

const ACCOUNTS: readonly (readonly [string, Role, string])[] = [
  ['admin', 'admin', 'Anjali Menon'],
  ['finance', 'finance', 'Rohit Khanna'],
  ['hod', 'hod', 'Sudha Raman'],
  ['cs', 'cs', 'Neha Kulkarni'],
  ['courier', 'courier', 'Imtiaz Shaikh'],
  ['subadmin', 'sub admin', 'Vivek Nair'],
  ['almond', 'almond team', 'Priya Deshpande'],
  ['marketing', 'marketing', 'Karan Malhotra'],
  ['worker', 'worker', 'Babulal Yadav'],
]

/** The workers of the other plants: part of the history, without a password. */
const OTHER_WORKERS: readonly (readonly [string, string, number])[] = [
  ['worker2', 'Yellaiah Gaddam', 2],
  ['worker3', 'Sanjay Bhosale', 3],
  ['worker4', 'Dharmender Singh', 4],
]

export const DEMO_ACCOUNTS = ACCOUNTS.map(([user, role]) => ({
  email: emailOf(user),
  roleName: ROLE_NAMES[role],
}))

/** The accounts of staff, one of each role, and what they enter: plants, products, distributors. */
export async function makeOrganisation(context: Context, at: Date): Promise<void> {
  const { db } = context
  const then = { ...context, now: () => at }
  const password = await hashPassword(DEMO_PASSWORD)
  const office = ACCOUNTS.filter(([, role]) => role !== 'worker')
  await db
    .insertInto('staff')
    .values(office.map((account) => accountOf(account, { password, at })))
    .execute()
  const callerOf = await demoCallers(db)
  await makeMasters(then, callerOf('admin'))
  await makeDistributors(then, callerOf('subadmin'))
  await transaction(db, (tx) => makeWorkers(tx, { password, at }))
}

const accountOf = (
  [user, role, name]: (typeof ACCOUNTS)[number],
  { password, at }: { password: string; at: Date },
) => ({
  email: emailOf(user),
  name,
  role,
  plant_id: role === 'worker' ? 1 : null,
  password_hash: password,
  disabled_at: null,
  last_sign_in_at: null,
  created_at: at,
})

async function makeWorkers(tx: Tx, { password, at }: { password: string; at: Date }) {
  const one = ACCOUNTS.filter(([, role]) => role === 'worker')
  await tx
    .insertInto('staff')
    .values([
      ...one.map((account) => accountOf(account, { password, at })),
      ...OTHER_WORKERS.map(([user, name, plantId]) => ({
        ...accountOf([user, 'worker', name], { password, at }),
        language: 'hi' as const,
        plant_id: plantId,
        password_hash: null,
      })),
    ])
    .execute()
  await sql`insert into worker (staff_id, employee_code, mobile, shift, joined_on)
    select s.staff_id, plant.code || '-' || lpad((100 + s.staff_id)::text, 4, '0'),
      '98110' || lpad((20000 + s.staff_id)::text, 5, '0'), 'A', ${dayOf(at)}::date - 400
    from staff s join plant using (plant_id) where s.role = 'worker'`.execute(tx)
}

export type DemoMember = {
  memberId: number
  state: number
  kind: (typeof KINDS)[number][0]
  distributorId: number
  city: string
  lat: number
  lng: number
  device: string
  blocked: boolean
  joinedAt: Date
}

const MEMBERS = 3000
/** So many join as the programme begins, before anything is scanned; the others at meetings after it. */
const AT_LAUNCH = 800
const DAYS_APART = 3
const DAY_MS = 86_400_000

function joinedAfter(index: number): number {
  if (index < AT_LAUNCH) return Math.floor((index / AT_LAUNCH) * DAY_MS)
  const meetings = ((index - AT_LAUNCH) / (MEMBERS - AT_LAUNCH)) ** 2 * 39
  const meeting = Math.floor(meetings)
  return Math.floor((1 + meeting * DAYS_APART + (meetings - meeting) / 3) * DAY_MS)
}

/** One retailer in ten is gold, one is silver. */
const tierOf = (index: number): RetailerTier =>
  index % 10 === 3 ? 'gold' : index % 10 === 6 ? 'silver' : 'standard'

type Joiner = { member: DemoMember; person: Parameters<typeof joinProgramme>[1][number] }

/** Who joins and when, spread over the cities by weight; one in a hundred will be blocked. */
export function planMembers(firstDay: Date): Joiner[] {
  const random = makeRandom(3000)
  const cities = CITIES.map((city) => [city, city.weight] as const)
  const mobiles = new Set<string>()
  return Array.from({ length: MEMBERS }, (_, index) => {
    const city = random.weighted(cities)
    const kind = random.weighted(KINDS)
    let mobile = ''
    do {
      mobile = `${random.pick(['6', '7', '8', '9'])}${String(random.below(1_000_000_000)).padStart(9, '0')}`
    } while (mobiles.has(mobile))
    mobiles.add(mobile)
    const at = new Date(firstDay.getTime() + joinedAfter(index))
    const place = {
      lat: city.lat + (random.next() - 0.5) * 0.2,
      lng: city.lng + (random.next() - 0.5) * 0.2,
    }
    const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`
    const language = random.next() < 0.6 ? ('hi' as const) : ('en' as const)
    const distributorId = random.below(40) + 1
    const shared = { state: city.state, kind }
    return {
      member: {
        ...shared,
        ...place,
        memberId: index + 1,
        distributorId,
        city: city.name,
        device: `demo-phone-${index + 1}`,
        blocked: index % 100 === 99,
        joinedAt: at,
      },
      person: { ...shared, mobile, name, city: city.name, language, target: { distributorId }, at },
    }
  })
}

/** The members join as they do in the app; then retailers are graded, and some members blocked. */
export async function makeMembers(
  context: Context,
  staff: Pick<DemoStaff, 'almond' | 'cs'>,
  firstDay: Date,
): Promise<DemoMember[]> {
  const plan = planMembers(firstDay)
  const days = Map.groupBy(plan, ({ member }) => dayOf(member.joinedAt))
  for (const joiners of days.values()) {
    const people = joiners.map(({ person }) => person)
    const made = await transaction(context.db, (tx) => joinProgramme(tx, people))
    if (made.some(({ memberId }, index) => memberId !== joiners[index]?.member.memberId)) {
      throw new Error('The members of the demo have other numbers than planned.')
    }
  }
  const members = plan.map(({ member }) => member)
  await gradeRetailers(context, staff.almond, members)
  for (const { memberId, joinedAt } of members.filter(({ blocked }) => blocked)) {
    const asked = { memberId, reason: 'Coupons were scanned before the packs were sold' }
    await blockUser({ ...context, now: () => joinedAt }, staff.cs, asked, DEMO_ORIGIN)
  }
  return members
}

async function gradeRetailers(
  context: Context,
  caller: StaffCaller,
  members: readonly DemoMember[],
): Promise<void> {
  const rows = await context.db.selectFrom('member').select(['member_id', 'version']).execute()
  const versions = new Map(rows.map((row) => [row.member_id, row.version]))
  for (const { memberId, kind, joinedAt } of members) {
    const tier = tierOf(memberId - 1)
    if (kind !== 'retailer' || tier === 'standard') continue
    const reason = 'Bought that much in the year before'
    const grading = { memberId, tier, version: versions.get(memberId) ?? 0, reason }
    const then = { ...context, now: () => joinedAt }
    await setRetailerTier(then, caller, grading, DEMO_ORIGIN)
  }
}

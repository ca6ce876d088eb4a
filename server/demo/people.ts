import { sql } from 'kysely'
import type { RetailerTier } from '../../contract/charges.ts'
import { NOTICES } from '../../contract/members.ts'
import { ROLE_NAMES, type Role } from '../../contract/roles.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { hashPassword } from '../lib/password.ts'
import { makeMasters } from './masters.ts'
import { makeRandom } from './random.ts'
import { emailOf } from './staff.ts'
import { CITIES, FIRM_NAMES, FIRST_NAMES, KINDS, LAST_NAMES } from './world.ts'

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

/** Plants, products, distributors and the accounts of staff; one account of each role. */
export async function makeOrganisation(tx: Tx, at: Date): Promise<void> {
  await makeMasters(tx, at)
  const random = makeRandom(40)
  await tx
    .insertInto('distributor')
    .values(
      Array.from({ length: 40 }, (_, index) => {
        const city = CITIES[index % CITIES.length] ?? CITIES[0]
        return {
          code: `D${String(index + 1).padStart(3, '0')}`,
          name: `${random.pick(LAST_NAMES)} ${random.pick(FIRM_NAMES)}`,
          state: city.state,
          city: city.name,
        }
      }),
    )
    .execute()
  const password = await hashPassword(DEMO_PASSWORD)
  await tx
    .insertInto('staff')
    .values([
      ...ACCOUNTS.map(([user, role, name]) => ({
        email: emailOf(user),
        name,
        role,
        plant_id: role === 'worker' ? 1 : null,
        password_hash: password,
        disabled_at: null,
        last_sign_in_at: null,
        created_at: at,
      })),
      ...OTHER_WORKERS.map(([user, name, plantId]) => ({
        email: emailOf(user),
        name,
        role: 'worker' as const,
        language: 'hi' as const,
        plant_id: plantId,
        password_hash: null,
        disabled_at: null,
        last_sign_in_at: null,
        created_at: at,
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
}

const MEMBERS = 3000

/** One retailer in ten is gold, two are silver. */
const tierOf = (index: number): RetailerTier =>
  index % 10 === 3 ? 'gold' : index % 10 === 6 || index % 10 === 8 ? 'silver' : 'standard'

/** The members, spread over the cities by weight; one in a hundred is blocked. */
export async function makeMembers(
  { db }: Pick<Context, 'db'>,
  firstDay: Date,
): Promise<DemoMember[]> {
  const random = makeRandom(3000)
  const cities = CITIES.map((city) => [city, city.weight] as const)
  const mobiles = new Set<string>()
  const members: DemoMember[] = []
  const rows = Array.from({ length: MEMBERS }, (_, index) => {
    const city = random.weighted(cities)
    const kind = random.weighted(KINDS)
    let mobile = ''
    do {
      mobile = `${random.pick(['6', '7', '8', '9'])}${String(random.below(1_000_000_000)).padStart(9, '0')}`
    } while (mobiles.has(mobile))
    mobiles.add(mobile)
    const member = {
      memberId: index + 1,
      state: city.state,
      kind,
      lat: city.lat + (random.next() - 0.5) * 0.2,
      lng: city.lng + (random.next() - 0.5) * 0.2,
      device: `demo-phone-${index + 1}`,
      blocked: index % 100 === 99,
    }
    const row = {
      code: `HIL${String(100_001 + index)}`,
      mobile,
      name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      kind,
      state: city.state,
      city: city.name,
      tier: kind === 'retailer' ? tierOf(index) : ('standard' as const),
      language: random.next() < 0.6 ? ('hi' as const) : ('en' as const),
      distributor_id: random.below(40) + 1,
      blocked_reason: index % 100 === 99 ? 'Coupons were scanned before the packs were sold' : null,
      joined_at: new Date(
        firstDay.getTime() + Math.floor((index / MEMBERS) ** 2 * 118 * 86_400_000),
      ),
    }
    members.push({ ...member, distributorId: row.distributor_id, city: city.name })
    return row
  })
  for (let start = 0; start < rows.length; start += 1000) {
    await db
      .insertInto('member')
      .values(rows.slice(start, start + 1000))
      .execute()
  }
  await db
    .insertInto('member_account')
    .values(
      members.map(({ memberId, blocked }) => ({
        member_id: memberId,
        blocked,
        last_scan_at: null,
        last_lat: null,
        last_lng: null,
      })),
    )
    .execute()
  const { version } = NOTICES.programme
  await sql`insert into member_consent (member_id, purpose, version, given_at)
    select member_id, 'programme', ${version}, joined_at from member order by member_id`.execute(db)
  return members
}

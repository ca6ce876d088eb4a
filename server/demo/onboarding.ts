import { gstinCheck, stateName } from '../../contract/india.ts'
import { ONBOARDING_COLUMNS } from '../../contract/people/onboarding-columns.ts'
import type { OnboardingKind } from '../../contract/people/onboarding.ts'
import { CSV_TYPE } from '../../contract/sheets.ts'
import type { Context } from '../context.ts'
import { applyUpload, runApplying } from '../features/people/onboarding/apply.service.ts'
import { readUpload } from '../features/people/onboarding/read.service.ts'
import { sendOnboarding } from '../features/people/onboarding/send.service.ts'
import type { Act } from './kyc.ts'
import { territoryOf } from './masters.ts'
import { makeRandom } from './random.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'
import { FIRST_NAMES, LAST_NAMES, PLANTS } from './world.ts'

const DAY_MS = 86_400_000
const NEW_WORKERS = 36
/** The last two distributors of the demo are not in the file: their numbers are lacking. */
const FIRMS = 38
const STREETS = ['Station Road', 'MG Road', 'Industrial Area', 'Old Market', 'Ring Road'] as const

/** Two files that the sub admin sent: the firms with their numbers, and new workers; each with faults. */
export function onboardingActs(staff: DemoStaff, now: Date): Act[] {
  const file = (daysAgo: number, kind: OnboardingKind, name: string, rowsOf: RowsOf): Act => ({
    at: new Date(now.getTime() - daysAgo * DAY_MS),
    run: async (context) => onboard(context, staff, { kind, name, rows: await rowsOf(context) }),
  })
  return [
    file(20, 'distributors', 'distributors-q3.csv', firmRows),
    file(3, 'workers', 'new-workers.csv', workerRows),
  ]
}

type RowsOf = (context: Context) => Promise<string[][]>
type File = { kind: OnboardingKind; name: string; rows: readonly string[][] }

/** Sent, read, looked at and applied, as the page does it; what the jobs would do is done here. */
async function onboard(context: Context, staff: DemoStaff, { kind, name, rows }: File) {
  const here = { ...context, jobs: { ...context.jobs, send: async () => {} } }
  const lines = [ONBOARDING_COLUMNS[kind].map(({ header }) => header), ...rows]
  const bytes = Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n'))
  const file = { bytes, type: CSV_TYPE }
  const by = staff.subadmin
  const { uploadId } = await sendOnboarding(here, by, { kind, name, file }, DEMO_ORIGIN)
  const { signal } = new AbortController()
  await readUpload(here, uploadId, signal)
  await applyUpload(here, by, uploadId, DEMO_ORIGIN)
  await runApplying(here, uploadId, signal)
}

const mobileOf = (random: ReturnType<typeof makeRandom>) =>
  `9${String(random.below(1_000_000_000)).padStart(9, '0')}`

/** One GSTIN ends in the wrong character, and one state is misspelt. */
async function firmRows({ db }: Context): Promise<string[][]> {
  const firms = await db
    .selectFrom('distributor')
    .select(['code', 'name', 'state', 'city'])
    .orderBy('distributor_id')
    .limit(FIRMS)
    .execute()
  const random = makeRandom(4_100)
  const letters = 'ABCDEFGHJKLMNPRSTUVWY'
  return firms.map(({ code, name, state, city }, index) => {
    const letter = () => letters[random.below(letters.length)] ?? 'A'
    const number = String(1 + random.below(9_998)).padStart(4, '0')
    const pan = `${letter()}${letter()}${letter()}F${name.charAt(0)}${number}${letter()}`
    const first14 = `${String(state).padStart(2, '0')}${pan}1Z`
    const check = gstinCheck(first14)
    const contact = `${random.pick(FIRST_NAMES)} ${name.split(' ')[0] ?? ''}`
    return [
      code,
      name,
      index === 23 ? 'Rajastan' : stateName(state),
      city,
      territoryOf(state),
      contact,
      mobileOf(random),
      `${contact.toLowerCase().replace(' ', '.')}@${code.toLowerCase()}.example`,
      `${1 + random.below(180)} ${random.pick(STREETS)}`,
      String(110_001 + random.below(700_000)),
      first14 + (index === 11 ? (check === '0' ? '1' : '0') : check),
      pan,
    ]
  })
}

/** Of these a plant is unknown, a mobile too short, a day written as text, an e-mail somebody’s already. */
async function workerRows(): Promise<string[][]> {
  const random = makeRandom(3_600)
  const rows = Array.from({ length: NEW_WORKERS }, (_, index) => {
    const plant = PLANTS[index % PLANTS.length] ?? PLANTS[0]
    const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`
    return [
      `${plant.code}-${String(301 + index).padStart(4, '0')}`,
      name,
      `${name.toLowerCase().replace(' ', '.')}.${301 + index}@hil.example`,
      mobileOf(random),
      plant.code,
      random.pick(['A', 'B', 'C', 'G']),
      random.pick(['Hindi', 'Hindi', 'English']),
      `2026-0${1 + random.below(9)}-1${random.below(9)}`,
    ]
  })
  const faults: readonly (readonly [row: number, column: number, text: string])[] = [
    [6, 4, 'JPR'],
    [13, 3, '98765'],
    [22, 7, '15/04/26'],
    [29, 2, 'worker@hil.example'],
  ]
  for (const [row, column, text] of faults) rows[row]?.splice(column, 1, text)
  return rows
}

import { createDistributor } from '../../../contract/people/distributors.ts'
import { gtinCheck } from '../../../contract/programme/gtin.ts'
import { stateName } from '../../../contract/india.ts'
import { ONBOARDING_COLUMNS } from '../../../contract/people/onboarding-columns.ts'
import { createPlant } from '../../../contract/people/plants.ts'
import { createGroup } from '../../../contract/programme/product-groups.ts'
import { createProduct } from '../../../contract/programme/products.ts'
import { addStaff } from '../../../contract/people/staff.ts'
import { approveStaffChange } from '../../../contract/people/staff-changes.ts'
import { createWorker } from '../../../contract/people/workers.ts'
import { joinByLink, ok, until, type Programme, type Signed } from './programme.ts'

const RAJASTHAN = 8

/** Makes an account of the dashboard and signs in with the link that its mailbox got. */
export async function addColleague(
  programme: Programme,
  { token }: Pick<Signed, 'token'>,
  body: { name: string; email: string; role: 'admin' | 'sub admin' | 'almond team' },
  approver?: Signed,
): Promise<Signed & { link: string }> {
  const { change } = await ok(programme.server.call(addStaff, { token, body }))
  if (approver && change.state === 'proposed') {
    const sent = { token: approver.token, params: { changeId: change.changeId }, body: {} }
    await ok(programme.server.call(approveStaffChange, sent))
  }
  const [link = ''] = await until(
    async () =>
      programme.messages.to(body.email).flatMap((text) => /\S+\/reset\/[\w-]+/.exec(text) ?? []),
    ({ length }) => length > 0,
  )
  return { ...(await joinByLink(programme, { link, email: body.email })), link }
}

const PLANTS = [
  { code: 'JPR', name: 'Jaipur plant', state: RAJASTHAN, city: 'Jaipur', lines: ['Line 1'] },
  { code: 'PUN', name: 'Pune plant', state: 27, city: 'Pune' },
]
export async function addPlants({ server }: Programme, token: string): Promise<number[]> {
  const ids: number[] = []
  for (const body of PLANTS) {
    ids.push((await ok(server.call(createPlant, { token, body }))).plantId)
  }
  return ids
}

const gtinOf = (serial: number): string => {
  const digits = `89012345678${serial}`
  return `${digits}${gtinCheck(digits)}`
}
/** The points of each coupon of the product that is printed. */
export const PUTTY_POINTS = 40
const PUTTY = {
  code: 'WP40',
  name: 'Wall Putty 40 kg',
  nameHi: 'वॉल पुट्टी 40 किग्रा',
  group: 'Putty',
  packSize: 40,
  packUnit: 'kg',
  gtin: gtinOf(1),
  mrpPaise: 124_900,
  points: PUTTY_POINTS,
}

/** A product by form, in groups that are made first. Gives its id. */
export async function addProductByForm({ server }: Programme, token: string): Promise<number> {
  for (const name of ['Putty', 'Paint']) {
    await ok(server.call(createGroup, { token, body: { name } }))
  }
  return (await ok(server.call(createProduct, { token, body: PUTTY }))).productId
}

/** The rows of a file with four more products. */
export const productRows = (): string[][] =>
  ['Wall Putty 20 kg', 'Primer 20 l', 'Exterior Paint 10 l', 'Interior Paint 4 l'].map(
    (name, index) => {
      const cells: Record<string, string> = {
        sku: `SKU${index + 2}`,
        name,
        group: index === 0 ? 'Putty' : 'Paint',
        gtin: gtinOf(index + 2),
        mrp: '849.50',
        points: String(10 * (index + 2)),
      }
      return ONBOARDING_COLUMNS.products.map(({ key }) => cells[key] ?? '')
    },
  )

export type Firm = { distributorId: number; code: string; name: string }

export async function addDistributors({ server }: Programme, token: string): Promise<Firm[]> {
  const firms: Firm[] = []
  for (const [index, name] of ['Sharma Traders', 'Gupta Paints', 'Meena Stores'].entries()) {
    const body = { code: `D00${index + 1}`, name, state: RAJASTHAN, city: 'Jaipur' }
    const { distributorId, code } = await ok(server.call(createDistributor, { token, body }))
    firms.push({ distributorId, code, name })
  }
  return firms
}

export async function addWorker(
  programme: Programme,
  token: string,
  plantId: number,
): Promise<Signed> {
  const email = 'sunita@shakti.example'
  const body = { employeeCode: 'JPR-001', name: 'Sunita Devi', email, plantId }
  const { link } = await ok(programme.server.call(createWorker, { token, body }))
  return joinByLink(programme, { link, email })
}

const KINDS = ['Mason', 'Painter', 'Contractor']
/** A mobile that belongs to nobody else of the file. */
export const mobileOf = (row: number): string => `98${String(row).padStart(8, '0')}`
/** What the row brings from an earlier programme; every tenth brings nothing. */
export const openingOf = (row: number): number => {
  if (row === 0) return 1_000
  return row % 10 === 0 ? 0 : 100 + (row % 7) * 25
}

/** The rows of a file of members, spread over the distributors one after the other. */
export const memberRows = (count: number, firms: readonly Firm[]): string[][] =>
  Array.from({ length: count }, (_, row) => {
    const cells: Record<string, string> = {
      memberMobile: mobileOf(row),
      memberName: row === 0 ? 'Ramesh Kumar' : `Member ${letters(row)}`,
      memberKind: KINDS[row % KINDS.length] ?? '',
      state: stateName(RAJASTHAN),
      pincode: '302001',
      distributorCode: firms[row % firms.length]?.code ?? '',
      language: row % 2 === 0 ? 'Hindi' : 'English',
      openingPoints: openingOf(row) === 0 ? '' : String(openingOf(row)),
    }
    return ONBOARDING_COLUMNS.members.map(({ key }) => cells[key] ?? '')
  })

/** A name of letters alone for a number: no two rows have the same. */
const letters = (row: number): string =>
  [...String(row)].map((digit) => String.fromCharCode(65 + Number(digit))).join('')

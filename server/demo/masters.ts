import { newDistributor } from '../../contract/people/distributors.ts'
import { USUAL_SHIFTS } from '../../contract/people/shifts.ts'
import { gtinCheck } from '../../contract/programme/gtin.ts'
import { gstinCheck } from '../../contract/india.ts'
import type { PackUnit, ProductFields } from '../../contract/programme/products.ts'
import type { Context } from '../context.ts'
import { createDistributor } from '../features/people/distributors/distributors.service.ts'
import { createPlant } from '../features/people/plants/plants.service.ts'
import { createGroup } from '../features/programme/product-groups/product-groups.service.ts'
import { createProduct } from '../features/programme/products/products.service.ts'
import { createTerritory } from '../features/people/territories/territories.service.ts'
import type { StaffCaller } from '../http/caller.ts'
import { makeRandom } from './random.ts'
import { DEMO_ORIGIN } from './staff.ts'
import { CITIES, FIRM_NAMES, LAST_NAMES, PLANTS, PRODUCTS } from './world.ts'

/** Of a company that does not exist: a GS1 India prefix and a PAN of the right form. */
const GTIN_PREFIX = '8906100'
const COMPANY_PAN = 'AAACH4821K'

type PlantFacts = { address: string; pincode: string; lines: string[] }
const PLANT_FACTS: Record<(typeof PLANTS)[number]['code'], PlantFacts> = {
  JHB: { address: 'Jassaur Kheri Road', pincode: '124507', lines: ['Putty 1', 'Putty 2', 'Grout'] },
  SGR: { address: 'IDA Patancheru, Phase 3', pincode: '502319', lines: ['Mortar', 'Plaster'] },
  CHK: { address: 'MIDC Chakan, Plot B-14', pincode: '410501', lines: ['Liquids', 'Adhesive'] },
  DHR: { address: 'Delhi Road, Sector 6', pincode: '123106', lines: ['Sheets', 'Boards'] },
}

type ProductFacts = [nameHi: string, brand: string, size: number, unit: PackUnit, rupees: number]
const PRODUCT_FACTS: Record<(typeof PRODUCTS)[number]['code'], ProductFacts> = {
  WP40: ['वॉल पुट्टी 40 किग्रा', 'Aerosmooth', 40, 'kg', 1_150],
  WP20: ['वॉल पुट्टी 20 किग्रा', 'Aerosmooth', 20, 'kg', 610],
  AP40: ['एक्रिलिक पुट्टी 20 किग्रा', 'Aerosmooth', 20, 'kg', 980],
  TA20: ['टाइल एडहेसिव 20 किग्रा', 'Tilefix', 20, 'kg', 540],
  TA40: ['टाइल एडहेसिव 40 किग्रा', 'Tilefix', 40, 'kg', 1_020],
  TG05: ['टाइल ग्राउट 5 किग्रा', 'Tilefix', 5, 'kg', 420],
  WL10: ['वॉटरप्रूफ लिक्विड 10 लीटर', 'Drycoat', 10, 'l', 1_890],
  WC20: ['वॉटरप्रूफ कोट 20 किग्रा', 'Drycoat', 20, 'kg', 3_240],
  BJ40: ['ब्लॉक जोड़ने का मोर्टार 40 किग्रा', 'Blockbond', 40, 'kg', 560],
  RP40: ['रेडी प्लास्टर 40 किग्रा', 'Blockbond', 40, 'kg', 480],
  RS10: ['रूफिंग शीट 10 फुट', 'Topline', 10, 'ft', 1_420],
  PB08: ['पैनल बोर्ड 8 मिमी', 'Topline', 8, 'mm', 890],
}

const TERRITORIES = [
  { code: 'NORTH', name: 'North', states: [1, 2, 3, 5, 6, 7, 8, 9], pinPrefixes: ['1', '2', '3'] },
  { code: 'WEST', name: 'West', states: [23, 24, 27, 30], pinPrefixes: ['38', '39', '4'] },
  { code: 'SOUTH', name: 'South', states: [29, 32, 33, 36, 37], pinPrefixes: ['5', '6'] },
  { code: 'EAST', name: 'East', states: [10, 18, 19, 20, 21, 22], pinPrefixes: ['7', '8'] },
]

/** The territory of a state's distributors. */
export const territoryOf = (state: number): string =>
  TERRITORIES.find(({ states }) => states.includes(state))?.name ?? ''

const gstinOf = (state: number): string => {
  const start = `${String(state).padStart(2, '0')}${COMPANY_PAN}1Z`
  return start + gstinCheck(start)
}

function gtinOf(index: number): string {
  const start = `${GTIN_PREFIX}${String(101 + index).padStart(5, '0')}`
  return `${start}${gtinCheck(start)}`.padStart(14, '0')
}

/** The products as their form has them, in the order of their numbers; without a picture yet. */
export const PRODUCT_FIELDS: readonly ProductFields[] = PRODUCTS.map(
  ({ code, name, group }, index) => {
    const [nameHi, brand, packSize, packUnit, rupees] = PRODUCT_FACTS[code]
    const pack = { packSize, packUnit, mrpPaise: rupees * 100 }
    return { code, name, nameHi, group, brand, ...pack, gtin: gtinOf(index), mediaId: null }
  },
)

/** Plants, groups of products, products and territories, one after another as forms add them. */
export async function makeMasters(context: Context, caller: StaffCaller): Promise<void> {
  const by = { caller, origin: DEMO_ORIGIN }
  for (const plant of PLANTS) {
    const facts = {
      ...plant,
      ...PLANT_FACTS[plant.code],
      gstin: gstinOf(plant.state),
      shifts: USUAL_SHIFTS,
    }
    await createPlant(context, by, facts)
  }
  for (const name of new Set(PRODUCTS.map(({ group }) => group))) {
    await createGroup(context, by, { name })
  }
  for (const [index, product] of PRODUCT_FIELDS.entries()) {
    await createProduct(context, by, { ...product, points: PRODUCTS[index]?.points ?? 0 })
  }
  for (const territory of TERRITORIES) await createTerritory(context, by, territory)
}

export const distributorCode = (distributorId: number): string =>
  `D${String(distributorId).padStart(3, '0')}`

/** Forty distributors. What else is known of most of them comes with a file, later. */
export async function makeDistributors(context: Context, caller: StaffCaller): Promise<void> {
  const random = makeRandom(40)
  for (let distributorId = 1; distributorId <= 40; distributorId++) {
    const city = CITIES[(distributorId - 1) % CITIES.length] ?? CITIES[0]
    const firm = newDistributor.parse({
      code: distributorCode(distributorId),
      name: `${random.pick(LAST_NAMES)} ${random.pick(FIRM_NAMES)}`,
      state: city.state,
      city: city.name,
    })
    await createDistributor(context, caller, firm, DEMO_ORIGIN)
  }
}

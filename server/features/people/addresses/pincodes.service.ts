import type { PincodePlace } from '../../../../contract/people/addresses.ts'
import { statesOfPincode } from '../../../../contract/people/pincodes.ts'
import { AppError } from '../../../lib/app-error.ts'
import { DIRECTORY_STATES } from './pincode-states.ts'
import { eachPostOffice, type PostOffice } from './post-offices.ts'

type Place = { city: string; state: number }

/** City and state of a PIN code, from the directory of India Post; 404 in words where it has none. */
export async function pincodePlace(pincode: string): Promise<PincodePlace> {
  const place = (await directory()).get(pincode)
  if (!place) {
    const message = `The directory has no PIN code ${pincode}. Check it; if it is right, enter the city and choose the state.`
    throw new AppError('not_found', message)
  }
  return { pincode, ...place }
}

let held: Promise<ReadonlyMap<string, Place>> | null = null

/** Read when a PIN code is first looked up, once in a process: 19,500 PIN codes and 750 places. */
export function directory(): Promise<ReadonlyMap<string, Place>> {
  held ??= readDirectory().catch((reason: unknown) => {
    held = null
    throw reason
  })
  return held
}

/** Where most post offices of each PIN code are; of as many in two districts, the first. */
async function readDirectory(): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>()
  const counts = new Map<string, Map<Place, number>>()
  await eachPostOffice((office) => {
    const place = placeOf(places, office)
    if (!place) return
    const found = counts.get(office.p) ?? new Map<Place, number>()
    counts.set(office.p, found.set(place, (found.get(place) ?? 0) + 1))
  })
  return new Map(
    Array.from(counts, ([pincode, found]): [string, Place] => [pincode, mostOf(found)]),
  )
}

/** One object a district, however many offices it has; null where the directory errs or does not know. */
function placeOf(places: Map<string, Place>, { p, i, s }: PostOffice): Place | null {
  const state = DIRECTORY_STATES[s]
  if (state === undefined || state === null || i === 'NA') return null
  const zone = statesOfPincode(p)
  if (zone !== null && !zone.includes(state)) return null
  const key = `${s} ${i}`
  const place = places.get(key) ?? { city: cityOf(i, state), state }
  places.set(key, place)
  return place
}

function mostOf(found: ReadonlyMap<Place, number>): Place {
  const [first, ...others] = found
  if (!first) throw new Error('A PIN code without a post office.')
  return others.reduce((most, one) => (one[1] > most[1] ? one : most), first)[0]
}

const DELHI = 7
/** Nobody calls the districts of Delhi, East and North West among them, a city. */
const cityOf = (district: string, state: number): string =>
  state === DELHI && district !== 'NEW DELHI' ? 'Delhi' : districtInWords(district)

const SMALL = new Set(['and', 'of'])
/** `KUMURAM BHEEM ASIFABAD` as `Kumuram Bheem Asifabad`; letters with dots stay, `Y.S.R.`. */
export function districtInWords(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => (SMALL.has(word.toLowerCase()) ? word.toLowerCase() : titled(word)))
    .join(' ')
}

const ABBREVIATIONS = new Set(['NTR', 'SPSR'])
function titled(word: string): string {
  if (ABBREVIATIONS.has(word) || word.includes('.')) return word
  return word.toLowerCase().replace(/(^|[(-])\p{L}/gu, (letter) => letter.toUpperCase())
}

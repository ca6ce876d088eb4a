import { stateOfGstin } from '../../../../contract/india.ts'

/** A number as others may see it, and the digest by which it is found and compared. */
export type StoredNumber = { masked: string; digest: Buffer }

/** What is on record of a firm's numbers. Where there is a GSTIN, the PAN is the one inside it. */
export type KnownNumbers = { gstin: StoredNumber | null; pan: StoredNumber | null }

/** What somebody says of them: left out they stay, null takes them away. */
export type GivenNumbers = {
  state: number
  gstin?: (StoredNumber & { pan: StoredNumber }) | null | undefined
  pan?: StoredNumber | null | undefined
}
export type Misfit = { field: 'gstin' | 'pan' | 'state'; message: string }

/** What does not fit between the numbers given and those that stay on record. */
export function misfitsWithRecord(given: GivenNumbers, known: KnownNumbers): Misfit[] {
  if (given.gstin) return given.pan === undefined ? misfitsOfGstin(given.gstin.pan, known) : []
  if (given.gstin === null || !known.gstin) return []
  return misfitsWithGstin(given, known.gstin, known.pan)
}

function misfitsOfGstin(inside: StoredNumber, { pan }: KnownNumbers): Misfit[] {
  if (!pan || pan.digest.equals(inside.digest)) return []
  const message =
    'The PAN on record is not the one inside this GSTIN: enter the right PAN as well, or look at the GSTIN again.'
  return [{ field: 'gstin', message }]
}

function misfitsWithGstin(
  given: GivenNumbers,
  gstin: StoredNumber,
  known: StoredNumber | null,
): Misfit[] {
  const misfits: Misfit[] = []
  // A mask keeps the number of the state.
  if (stateOfGstin(gstin.masked) !== given.state) {
    const message = 'The GSTIN on record begins with the number of another state than this one.'
    misfits.push({ field: 'state', message })
  }
  if (given.pan === null) {
    const message = 'This PAN is inside the GSTIN on record: take both away, or neither.'
    misfits.push({ field: 'pan', message })
  } else if (given.pan && known && !given.pan.digest.equals(known.digest)) {
    const message = 'The PAN inside the GSTIN on record is another: look at both again.'
    misfits.push({ field: 'pan', message })
  }
  return misfits
}

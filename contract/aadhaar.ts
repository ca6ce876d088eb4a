const DIHEDRAL = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Whether the last digit is the Verhoeff check digit of those before it. */
export function verhoeffHolds(digits: string): boolean {
  let check = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.at(-1 - i))
    check = Number(DIHEDRAL[check]?.[Number(PERMUTATION[i % 8]?.[digit])])
  }
  return check === 0
}

/** Twelve digits that can be an Aadhaar number: not from 0 or 1, no palindrome, check digit right. */
export function isAadhaar(digits: string): boolean {
  if (!/^[2-9]\d{11}$/.test(digits)) return false
  return digits !== [...digits].toReversed().join('') && verhoeffHolds(digits)
}

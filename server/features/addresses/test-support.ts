import type { AddressInput } from '../../../contract/addresses.ts'

/** Where gifts of tests go, where it does not matter. */
export const ADDRESS = {
  recipient: 'Ramesh Kumar',
  line1: 'Shop 14, Station Road',
  line2: 'Kothrud',
  landmark: 'Behind the post office',
  pincode: '411038',
  city: 'Pune',
  state: 27,
  phone: '9822012345',
} as const satisfies AddressInput

// What other rooms may use of this one.
export {
  addressesOf,
  eraseAddresses,
  keepAddress,
  type KeptAddress,
  lastAddress,
  placeOf,
  sealWanted,
} from './address-facts.service.ts'
export { giftOf, hasAddress, putAddress } from './addresses.queries.ts'
export { directory, pincodePlace } from './pincodes.service.ts'
export { partsOf, sealAddress, type SealedAddress } from './sealed-address.ts'

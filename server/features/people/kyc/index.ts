// What other rooms may use of this one.
export { refuseNumbers } from './kyc-notes.ts'
export {
  destinationOf,
  eraseKyc,
  isKycAccepted,
  payableDestination,
  type PayableDestination,
  sharedDestinations,
  type FieldStatus,
} from './kyc.service.ts'
export { LIKE_NAME, nameLikeness } from './names.ts'
export { pansByDigest } from './pans.service.ts'

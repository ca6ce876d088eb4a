// What other rooms may use of this one.
export { saveCanned } from './canned.service.ts'
export { getEnquiry } from './enquiries.service.ts'
export { lockedEnquiry } from './enquiry-act.service.ts'
export {
  type LockedEnquiry,
  resolveWith,
  tellInThread,
  tellMember,
} from './enquiry-desk.service.ts'
export { eraseEnquiries } from './erasure.service.ts'
export { place } from './open.service.ts'

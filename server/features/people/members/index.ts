// What other rooms may use of this one.
export { insertConsents } from './consents.queries.ts'
export { consentHistoryOf, hasConsent, requireKycConsent } from './consents.service.ts'
export { keepOutOfRecord, maskMobile, notErased, RECORD_WORDS } from './member-rules.ts'
export { type MemberWords, readMemberWords } from './member-words.ts'
export { insertMembers, memberByMobile } from './members.queries.ts'
export { balance, memberNamed, openMemberSession } from './members.service.ts'
export {
  checkOtp,
  endOtpsOf,
  keepOtp,
  newOtp,
  OTP_TRIES,
  otpThrottleKey,
  phoneOf,
  sendQuietly,
  throttleOtp,
  useOtp,
} from './otp.service.ts'
export {
  endSessionsOf,
  lockedMember,
  type LockedMember,
  lockedSelf,
  memberStatusOf,
  setBlocks,
  statusFrom,
} from './status.service.ts'

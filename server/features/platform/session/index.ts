// What other rooms may use of this one.
export { rememberBrowser } from './browser-cookies.ts'
export { knownDevice, markDevice, type MarkedAccount } from './known-device.ts'
export { checkNewPassword } from './password-rules.ts'
export {
  beginSession,
  endLinksOf,
  endSession,
  endSessionsOf,
  forgetOwnKeys,
  issueLink,
  linkAddress,
  mailInvitation,
  openSession,
  type SignedIn,
} from './session.service.ts'
export { takeSignInTry } from './sign-in-limits.ts'

// What other rooms may use of this one.
export {
  beginFor,
  checkCode,
  confirmFor,
  forgetTwoFactor,
  hasTwoFactor,
  mustSetUp,
  twoFactorStatus,
  takeCode,
  unconfirmedOf,
} from './two-factor.service.ts'

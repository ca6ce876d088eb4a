// What other rooms may use of this one.
export { beginUse, checkUse, forgetPasskeys, refusedPasskey } from './assertion.service.ts'
export { myPasskeys } from './passkeys.service.ts'

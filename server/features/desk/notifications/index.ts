// What other rooms may use of this one.
export { eraseNotifications } from './erasure.service.ts'

// What other rooms may use of this one.
export { openAdmin, prepareAdmin } from './first-admin.service.ts'

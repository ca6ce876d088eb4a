// What other rooms may use of this one.
export { erasePreparedReports } from './erasure.service.ts'
export { RunningDownloads } from './running-downloads.ts'

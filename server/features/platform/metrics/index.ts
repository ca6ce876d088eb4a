// What other rooms may use of this one.
export { noteBackup, noteBaseBackup, readArchiveState } from './metrics.service.ts'

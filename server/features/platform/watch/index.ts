// What other rooms may use of this one.
export { noteBackup, noteBaseBackup, readArchiveState } from './watch.service.ts'

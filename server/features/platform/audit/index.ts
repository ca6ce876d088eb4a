// What other rooms may use of this one.
export {
  type AuditEntry,
  beginAuditChain,
  resignHead,
  verifyAudit,
  writeAudit,
} from './audit.service.ts'
export { type AuditedEvent, eventsOf } from './subject-events.service.ts'
export { mustBeVersion, refuseStale, versionOf, withVersion } from './versions.service.ts'

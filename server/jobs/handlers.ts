import type { Context } from '../context.ts'
import {
  generateBatch,
  giveUpGeneration,
} from '../features/programme/batches/batch-generation.service.ts'
import { publishOrTell } from '../features/platform/chain/chain.service.ts'
import { sweepLookups } from '../features/platform/data-access/lookups.service.ts'
import { fillDistributorDays } from '../features/people/belonging/distributor-days.service.ts'
import { tidyEnquiries } from '../features/desk/enquiries/closing.service.ts'
import { expirePoints } from '../features/ledger/expiry/expiry.service.ts'
import { applyDecision, resumeDecisions } from '../features/programme/fraud/apply.service.ts'
import { watchScans } from '../features/programme/fraud/watch.service.ts'
import { sweep } from '../features/platform/housekeeping/housekeeping.service.ts'
import {
  removeDocumentFiles,
  sweepDocuments,
} from '../features/people/kyc-documents/sweep.service.ts'
import { fillLiabilityDays } from '../features/money/liability/liability.service.ts'
import { removeMediaFiles, sweepMedia } from '../features/platform/media/media-files.service.ts'
import { sweepNotices } from '../features/platform/notices/notices.service.ts'
import { tickNotifications } from '../features/desk/notifications/clock.service.ts'
import { sendToInbox } from '../features/desk/notifications/inbox-sender.service.ts'
import { sendByWebhook } from '../features/desk/notifications/webhook-sender.service.ts'
import { runApplying } from '../features/people/onboarding/apply.service.ts'
import { giveUpUpload, readUpload } from '../features/people/onboarding/read.service.ts'
import { tidyUploads } from '../features/people/onboarding/uploads.service.ts'
import { creditFile, resumeCrediting } from '../features/ledger/member-files/credit.service.ts'
import { refreshPointsOrder } from '../features/ledger/points/points.service.ts'
import { baseBackupWhenDue } from '../features/operations/recovery/due.service.ts'
import { watchArchive } from '../features/operations/recovery/archive-watch.service.ts'
import { removePreparedFiles } from '../features/insight/reports/erasure.service.ts'
import { giveUpReport, makeReport } from '../features/insight/reports/make-report.service.ts'
import { tidyPreparedReports } from '../features/insight/reports/tidy-reports.service.ts'
import { forgetTraces } from '../features/programme/scans/member-traces.service.ts'
import { endOverdueSchemes } from '../features/programme/schemes/scheme-life.service.ts'
import {
  giveUpSimulation,
  runSimulation,
} from '../features/programme/schemes/simulation.service.ts'
import {
  computeSettlements,
  giveUpComputing,
} from '../features/money/settlements/compute.service.ts'
import { settleDueChanges } from '../features/people/staff/staff-change-decisions.service.ts'
import type { JobHandlers } from './jobs.ts'

/** Which feature does which job. */
export function jobHandlers(context: Context): JobHandlers {
  return {
    'batch-generate': ({ batchId }, signal) => generateBatch(context, batchId, signal),
    'document-files': ({ documentIds, shelf }) => removeDocumentFiles(context, documentIds, shelf),
    'media-files': ({ names }) => removeMediaFiles(context, names),
    async housekeeping() {
      await sweep(context)
      await sweepDocuments(context)
      await sweepMedia(context)
      await endOverdueSchemes(context)
      await tidyEnquiries(context)
      await tidyUploads(context)
      await resumeCrediting(context)
      await resumeDecisions(context)
      await sweepNotices(context)
      await sweepLookups(context)
      await tidyPreparedReports(context)
      await settleDueChanges(context)
    },
    'points-order': () => refreshPointsOrder(context),
    'forget-traces': ({ memberId }, signal) => forgetTraces(context, memberId, signal),
    'scheme-simulate': ({ simulationId }, signal) => runSimulation(context, simulationId, signal),
    'settlement-compute': (job) => computeSettlements(context, job),
    'expire-points': (_job, signal) => expirePoints(context, signal),
    async 'liability-days'() {
      await fillLiabilityDays(context)
      await fillDistributorDays(context)
    },
    'fraud-watch': () => watchScans(context),
    'scan-decision': ({ decisionId }, signal) => applyDecision(context, decisionId, signal),
    'onboarding-read': ({ uploadId }, signal) => readUpload(context, uploadId, signal),
    'onboarding-apply': ({ uploadId }, signal) => runApplying(context, uploadId, signal),
    'points-credit': ({ pointsFileId }, signal) => creditFile(context, pointsFileId, signal),
    'notification-clock': () => tickNotifications(context),
    'notification-inbox': ({ notificationId }, signal) =>
      sendToInbox(context, notificationId, signal),
    'notification-webhook': () => sendByWebhook(context),
    'report-make': ({ reportJobId }, signal) => makeReport(context, reportJobId, signal),
    'staff-changes': () => settleDueChanges(context),
    'report-files': ({ reportJobIds }) => removePreparedFiles(context, reportJobIds),
    'chain-heads': () => publishOrTell(context),
    'archive-watch': () => watchArchive(context),
    'base-backup': () => baseBackupWhenDue(context),
  }
}

/** A job that failed as often as it is tried: told in the log and where people wait for it. */
export function whenGivenUp(context: Context) {
  return async (data: object): Promise<void> => {
    context.log.error({ data }, 'a job was given up')
    if ('batchId' in data && typeof data.batchId === 'number') {
      await giveUpGeneration(context, data.batchId)
    }
    if ('simulationId' in data && typeof data.simulationId === 'string') {
      await giveUpSimulation(context, data.simulationId)
    }
    if ('month' in data && typeof data.month === 'string') {
      await giveUpComputing(context, data.month)
    }
    if ('uploadId' in data && typeof data.uploadId === 'string') {
      await giveUpUpload(context, data.uploadId)
    }
    if ('reportJobId' in data && typeof data.reportJobId === 'string') {
      await giveUpReport(context, data.reportJobId)
    }
  }
}

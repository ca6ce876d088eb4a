import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { reportRequest, reportType } from './reports.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/reports'
const tag = 'Reports'

/** For so many days a prepared file is kept. */
export const PREPARED_KEPT_DAYS = 7

/** `waiting` for its turn, `running`: rows are written, `ready` to be taken, `failed`: it was given up. */
export const PREPARED_STATES = ['waiting', 'running', 'ready', 'failed'] as const
export type PreparedState = (typeof PREPARED_STATES)[number]

/** A report that is made in the background, for whoever asked for it and nobody else. */
export const preparedReport = z.object({
  jobId: z.string(),
  type: reportType,
  label: z.string(),
  /** Its filters in words. */
  filters: z.string(),
  state: z.enum(PREPARED_STATES),
  askedAt: instant,
  /** Rows that are in the file so far. */
  rows: z.number().int(),
  /** Of so many; null while they are counted, and where that takes too long. */
  rowsInAll: z.number().int().nullable(),
  bytes: z.number().int(),
  /** The file is deleted then; null until it is ready. */
  keptUntil: instant.nullable(),
  /** Why it failed. */
  words: z.string().nullable(),
  /** Of a file of more rows than one person exports: whether a second one has approved that it is taken. */
  approval: z.enum(['not needed', 'waiting', 'approved']),
  /** Whether my role may still have this report. */
  mayTake: z.boolean(),
})
export type PreparedReport = z.infer<typeof preparedReport>

const params = z.object({ jobId: z.uuid('This is not the number of a prepared report.') })

export const listPreparedReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/report-jobs',
  access: seeing(PAGE),
  tag,
  summary: 'My reports that are made in the background or are ready to be taken',
  tagged: true,
  response: z.object({ items: z.array(preparedReport) }),
})

export const prepareReport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/report-jobs',
  access: having('report.download'),
  tag,
  summary:
    'Have a report made in the background; the same one asked for again while it is made is that one',
  body: reportRequest,
  response: preparedReport,
})

export const takePreparedReport = defineEndpoint({
  method: 'GET',
  path: '/api/admin/report-jobs/:jobId/file',
  access: having('report.download'),
  tag,
  summary: 'A report that is ready, as a spreadsheet; only for whoever asked for it',
  params,
  response: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})

export const dropPreparedReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/report-jobs/:jobId',
  access: having('report.download'),
  tag,
  summary: 'Cancel a report that is being made, or delete its file',
  params,
  response: z.object({ message: z.string() }),
})

/** A file of somebody else that waits for a second person. */
export const heldReport = z.object({
  jobId: z.string(),
  type: reportType,
  label: z.string(),
  filters: z.string(),
  askedBy: z.object({ staffId: z.number().int(), name: z.string() }),
  askedAt: instant,
  rows: z.number().int(),
  keptUntil: instant,
  /** Why I am no second person to it; null where I am. */
  whyNot: z.string().nullable(),
})
export type HeldReport = z.infer<typeof heldReport>

export const listHeldReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/held-reports',
  access: having('staff.manage'),
  tag,
  summary: 'Prepared reports of so many rows that a second person must approve them',
  response: z.object({ items: z.array(heldReport) }),
})

export const approveHeldReport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/held-reports/:jobId/approve',
  access: having('staff.manage'),
  tag,
  summary: 'Let whoever asked for a large report take it once',
  params,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: z.object({ message: z.string() }),
})

export const rejectHeldReport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/held-reports/:jobId/reject',
  access: having('staff.manage'),
  tag,
  summary: 'Reject a large report that somebody else asked for; its file is deleted',
  params,
  body: z.object({ note: plainText('The reason', 300, 3) }),
  response: z.object({ message: z.string() }),
})

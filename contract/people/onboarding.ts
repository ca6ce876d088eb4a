import { formatWord } from '../format.ts'
import { choiceFilter, defineQuery, lookupFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { PROGRAMME } from '../menu.ts'
import { listQuery, many, page, wholeNumber } from '../paging.ts'
import { can, type Permission } from '../permissions.ts'
import type { Role } from '../roles.ts'
import { CSV_TYPE, XLSX_TYPE } from '../sheets.ts'
import { instant } from '../time.ts'

const LOGS = '/dashboard/onboarding-logs'
const WORKERS = '/dashboard/worker-onboard'
const DISTRIBUTORS = '/dashboard/distributor-onboard'
const tag = 'Onboarding'

export const ONBOARDING_KINDS = [
  'workers',
  'distributors',
  'products',
  'members',
  'points',
] as const
export const onboardingKind = z.enum(ONBOARDING_KINDS, {
  error: 'There is no such kind of file.',
})
export type OnboardingKind = z.infer<typeof onboardingKind>
export const ONBOARDING_KIND_NAMES = Object.fromEntries(
  ONBOARDING_KINDS.map((kind) => [kind, formatWord(kind)]),
) as Record<OnboardingKind, string>

/** What sending, applying and correcting a file of each kind needs. */
export const ONBOARDING_PERMISSION: Record<OnboardingKind, Permission> = {
  workers: 'onboarding.apply',
  distributors: 'onboarding.apply',
  products: 'programme.edit',
  members: 'onboarding.apply',
  points: 'onboarding.apply',
}
export const mayOnboard = (role: Role | null, kind: OnboardingKind): boolean =>
  can(role, ONBOARDING_PERMISSION[kind])

/** Room for 100,000 rows and more. */
export const ONBOARDING_MAX_BYTES = 32 * 1024 * 1024
export const ONBOARDING_MAX_ROWS = 200_000

/**
 * The life of an upload. `reading` and `applying` are jobs; `refused` is a file that cannot be read at
 * all, with the words why; `stopped` is an applying that was given up half way: what is applied stays,
 * and applying again goes on. `taken_back` is a file that was applied and of which nothing is left.
 */
export const UPLOAD_STATES = [
  'reading',
  'refused',
  'ready',
  'applying',
  'stopped',
  'applied',
  'discarded',
  'taken_back',
] as const
export const uploadState = z.enum(UPLOAD_STATES)
export type UploadState = z.infer<typeof uploadState>
export const UPLOAD_NAMES: Record<UploadState, string> = {
  reading: 'Being read',
  refused: 'Cannot be read',
  ready: 'Waits to be applied',
  applying: 'Being applied',
  stopped: 'Stopped half way',
  applied: 'Applied',
  discarded: 'Discarded',
  taken_back: 'Taken back',
}
const errorState = z.enum(['open', 'corrected', 'dismissed'])
export type ErrorState = z.infer<typeof errorState>
export const ERROR_NAMES: Record<ErrorState, string> = {
  open: 'Open',
  corrected: 'Corrected',
  dismissed: 'Dismissed',
}
export type UploadStep = 'read' | 'refuse' | 'apply' | 'stop' | 'finish' | 'discard' | 'take_back'
export const UPLOAD_MACHINE: Record<UploadStep, { from: readonly UploadState[]; to: UploadState }> =
  {
    read: { from: ['reading'], to: 'ready' },
    refuse: { from: ['reading'], to: 'refused' },
    apply: { from: ['ready', 'stopped'], to: 'applying' },
    stop: { from: ['applying'], to: 'stopped' },
    finish: { from: ['applying'], to: 'applied' },
    discard: { from: ['ready'], to: 'discarded' },
    take_back: { from: ['applied'], to: 'taken_back' },
  }

export const VERDICTS = ['create', 'change', 'same', 'refused'] as const
export const verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof verdict>
/** `waiting` for the applying; `open` is an error that nobody has corrected or dismissed. */
export const ROW_STATES = ['waiting', 'applied', 'open', 'corrected', 'dismissed'] as const
export type RowState = (typeof ROW_STATES)[number]

export const upload = z.object({
  uploadId: z.string(),
  kind: onboardingKind,
  name: z.string(),
  state: uploadState,
  words: z.string().nullable(),
  bytes: z.number().int(),
  /** Rows read so far; those to create, to change, that say what is known, and refused. */
  rows: z.number().int(),
  creates: z.number().int(),
  changes: z.number().int(),
  same: z.number().int(),
  refused: z.number().int(),
  /** Created or changed so far. */
  applied: z.number().int(),
  /** Refused ones that wait to be corrected. */
  open: z.number().int(),
  cameAt: instant,
  cameBy: z.string(),
  appliedAt: instant.nullable(),
  appliedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  /** Whether this very file had been sent before: then this is that upload. */
  sentBefore: z.boolean(),
})
export type Upload = z.infer<typeof upload>

const params = z.object({
  uploadId: z.string().regex(/^\d{1,19}$/, 'An upload is named by a number.'),
})
const kindParams = z.object({ kind: onboardingKind })

export const onboardingTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/:kind/template',
  access: seeing(LOGS, WORKERS, DISTRIBUTORS, PROGRAMME),
  tag,
  summary: 'An empty workbook with the columns, what belongs in each, and an example',
  params: kindParams,
  response: file(XLSX_TYPE),
})

export const sendOnboarding = defineEndpoint({
  method: 'POST',
  path: '/api/admin/onboarding/:kind/uploads',
  access: having('onboarding.apply'),
  tag,
  summary: 'Send a file; it is read and checked, nothing is applied',
  params: kindParams,
  query: z.object({ name: z.string().trim().min(1).max(200) }),
  upload: { types: [XLSX_TYPE, CSV_TYPE], maxBytes: ONBOARDING_MAX_BYTES },
  response: upload,
})

const kindFilter = choiceFilter('kind', 'Kind', ONBOARDING_KIND_NAMES, { primary: true })
export const uploadQuery = defineQuery({
  search: null,
  filters: [kindFilter, choiceFilter('status', 'Status', UPLOAD_NAMES, { primary: true })],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const uploadListQuery = uploadQuery.schema
export type UploadListQuery = z.infer<typeof uploadListQuery>
export const listUploads = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/uploads',
  access: seeing(LOGS, WORKERS, DISTRIBUTORS, PROGRAMME),
  tag,
  summary: 'Files that were sent, with their counts',
  query: uploadListQuery,
  response: page(upload),
})

export const getUpload = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/uploads/:uploadId',
  access: seeing(LOGS, WORKERS, DISTRIBUTORS, PROGRAMME),
  tag,
  summary: 'How far a file is',
  params,
  response: upload,
})

export const rowProblem = z.object({
  /** The heading of the column, or null where it is the row as a whole. */
  column: z.string().nullable(),
  reason: z.string(),
})
export type RowProblem = z.infer<typeof rowProblem>

export const uploadRow = z.object({
  rowNo: z.number().int(),
  code: z.string().nullable(),
  verdict,
  state: z.enum(ROW_STATES),
  /** As given, in the order of the columns of the template; null once they are not kept any more. */
  cells: z.array(z.string()).nullable(),
  /** Of a change: what differs. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(rowProblem),
  subjectId: z.number().int().nullable(),
})
export type UploadRow = z.infer<typeof uploadRow>

export const uploadRowsQuery = listQuery({ verdict: many(verdict) }, ['row'])
export type UploadRowsQuery = z.infer<typeof uploadRowsQuery>
export const listUploadRows = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/uploads/:uploadId/rows',
  access: seeing(LOGS, WORKERS, DISTRIBUTORS, PROGRAMME),
  tag,
  summary: 'The preview: each row of a file and what applying it does',
  params,
  query: uploadRowsQuery,
  response: page(uploadRow),
})

export const applyUpload = defineEndpoint({
  method: 'POST',
  path: '/api/admin/onboarding/uploads/:uploadId/apply',
  access: having('onboarding.apply'),
  tag,
  summary:
    'Apply what the preview showed, once; asked for again while it runs or after, it changes nothing',
  params,
  response: upload,
})

export const discardUpload = defineEndpoint({
  method: 'POST',
  path: '/api/admin/onboarding/uploads/:uploadId/discard',
  access: having('onboarding.apply'),
  tag,
  summary: 'Discard a file that is not applied; its rows are forgotten',
  params,
  response: upload,
})

export const takeUploadBack = defineEndpoint({
  method: 'POST',
  path: '/api/admin/onboarding/uploads/:uploadId/take-back',
  access: having('onboarding.apply'),
  tag,
  summary:
    'Take an applied file back: all that it made is deleted; refused once something hangs on a row of it',
  params,
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: upload,
})

// ── refused rows ──
export const errorRow = z.object({
  uploadId: z.string(),
  rowNo: z.number().int(),
  kind: onboardingKind,
  fileName: z.string(),
  cameAt: instant,
  code: z.string().nullable(),
  state: z.enum(['open', 'corrected', 'dismissed']),
  /** As given, in the order of the template's columns; null once it is settled. PAN and GSTIN are masked for those who may not correct. */
  cells: z.array(z.string()).nullable(),
  problems: z.array(rowProblem),
  settledAt: instant.nullable(),
  settledBy: z.string().nullable(),
})
export type ErrorRow = z.infer<typeof errorRow>

const uploadId = z
  .string()
  .regex(/^\d{1,19}$/, 'An upload is named by a number.')
  .optional()
export const errorQuery = defineQuery({
  search: { label: 'Employee, distributor, SKU or member code', max: 60 },
  filters: [
    choiceFilter('status', 'Status', ERROR_NAMES, { primary: true }),
    kindFilter,
    lookupFilter('upload', 'Upload', uploadId, { primary: true, one: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const errorListQuery = errorQuery.schema
export type ErrorListQuery = z.infer<typeof errorListQuery>

export const listOnboardingErrors = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/errors',
  access: seeing(LOGS),
  tag,
  summary: 'Rows that were refused, of files that are applied or being applied',
  query: errorListQuery,
  response: page(errorRow),
})

const rowParams = params.extend({ rowNo: wholeNumber('Row') })

export const getOnboardingError = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/errors/:uploadId/:rowNo',
  access: seeing(LOGS),
  tag,
  summary: 'One refused row, as the list gives it',
  params: rowParams,
  response: errorRow,
})

export const retryOnboardingRow = defineEndpoint({
  method: 'POST',
  path: '/api/admin/onboarding/errors/:uploadId/:rowNo/retry',
  access: having('onboarding.apply'),
  tag,
  summary: 'Check a corrected row and apply it alone; what is still wrong is told and kept',
  params: rowParams,
  body: z.object({ cells: z.array(z.string().max(2_000)).max(40) }),
  response: z.object({
    applied: z.boolean(),
    row: errorRow,
    subjectId: z.number().int().nullable(),
  }),
})

export const dismissOnboardingRow = defineEndpoint({
  method: 'POST',
  path: '/api/admin/onboarding/errors/:uploadId/:rowNo/dismiss',
  access: having('onboarding.apply'),
  tag,
  summary: 'Leave a refused row for good; its cells are forgotten',
  params: rowParams,
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: errorRow,
})

export const onboardingErrorFile = defineEndpoint({
  method: 'GET',
  path: '/api/admin/onboarding/errors/:kind/file',
  access: having('onboarding.apply'),
  tag,
  summary:
    'The open refused rows as a workbook of the same columns with the reasons; corrected and sent again it settles them',
  params: kindParams,
  query: z.object({ upload: uploadId }),
  response: file(XLSX_TYPE),
})

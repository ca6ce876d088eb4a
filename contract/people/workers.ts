import { STATUS_NAMES } from './masters.ts'
import { SHIFT_LABELS, shift } from './shifts.ts'
import { choiceFilter, defineQuery, lookupFilter, oneFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { mobile, nameText, plainText } from '../india.ts'
import { language } from './members.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { instant, isoDate } from '../time.ts'
import { subjectEvent } from '../trail.ts'
import { seenVersion, version } from '../version.ts'

const LIST = '/dashboard/workerlist'
const ONBOARD = '/dashboard/worker-onboard'
const tag = 'Workers'

export const WORKER_STATUSES = ['active', 'deactivated'] as const
export const workerStatus = z.enum(WORKER_STATUSES, { error: 'Active or deactivated.' })
export type WorkerStatus = z.infer<typeof workerStatus>

/** As on the worker's card: capital letters and digits, also `-` and `/` between them. */
export const employeeCode = z
  .string({ error: 'Enter the employee code.' })
  .trim()
  .transform((text) => text.toUpperCase())
  .refine(
    (text) => /^[A-Z0-9](?:[A-Z0-9/-]{0,18}[A-Z0-9])?$/.test(text),
    'An employee code has up to 20 letters and digits, such as W0412 or JHB-112.',
  )
export const personName = nameText('The name', 80, 2)
export const emailAddress = z
  .string({ error: 'Enter the e-mail.' })
  .trim()
  .max(254, 'An e-mail address has at most 254 characters.')
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
    'This is not an e-mail address: it looks like name@firm.in.',
  )

/** A year that is mistyped is told, and the database has no year 0. */
export const joiningDay = isoDate.refine(
  (day) => day >= '1950-01-01',
  'The day is before 1950: look at the year again.',
)

/** What is known of a worker; the e-mail is what they sign in with. */
export const workerFields = z.object({
  employeeCode,
  name: personName,
  email: emailAddress,
  mobile: mobile.nullable().default(null),
  shift: shift.default('G'),
  language: language.default('hi'),
  joinedOn: joiningDay.nullable().default(null),
})
export type WorkerFields = z.infer<typeof workerFields>

export const workerRow = z.object({
  staffId: z.number().int(),
  employeeCode: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  plantId: z.number().int(),
  plantName: z.string(),
  shift,
  language,
  joinedOn: isoDate.nullable(),
  status: workerStatus,
  /** Whether the worker has set a password; until then they cannot sign in. */
  hasPassword: z.boolean(),
  lastSignInAt: instant.nullable(),
  lastActivityAt: instant.nullable(),
  /** Coupons that the worker activated and deactivated, ever. */
  activated: z.number().int(),
  deactivated: z.number().int(),
  addedAt: instant,
})
export type WorkerRow = z.infer<typeof workerRow>

export const workerDetail = workerRow.extend({
  sessions: z.number().int(),
  version,
  /** What staff did to the account, newest first, at most 50. */
  events: z.array(subjectEvent),
  /** The worker's last twenty acts on coupons, newest first. */
  acts: z.array(
    z.object({
      at: instant,
      action: z.enum(['activate', 'deactivate']),
      batchId: z.number().int(),
      productName: z.string(),
      fromSerial: z.number().int(),
      toSerial: z.number().int(),
      changed: z.number().int(),
      reason: z.string().nullable(),
    }),
  ),
})
export type WorkerDetail = z.infer<typeof workerDetail>

export const workerQuery = defineQuery({
  search: { label: 'Employee code, mobile or start of a name', max: 60 },
  filters: [
    lookupFilter('plant', 'Plant', many(wholeNumber('Plant')), { primary: true }),
    choiceFilter('shift', 'Shift', SHIFT_LABELS, { primary: true }),
    choiceFilter('status', 'Status', STATUS_NAMES, { primary: true }),
    oneFilter(
      'idle',
      'Idle',
      { never: 'Never active', '7': 'For 7 days', '30': 'For 30 days' },
      { primary: true },
    ),
  ],
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    name: 'By name',
    activity: 'Last active first',
  },
})
export const workerListQuery = workerQuery.schema
export type WorkerListQuery = z.infer<typeof workerListQuery>

export const listWorkers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/workers',
  access: seeing(LIST, ONBOARD),
  tag,
  summary: 'Plant workers; by activity the last active first',
  query: workerListQuery,
  response: page(workerRow),
})

const params = z.object({ staffId: wholeNumber('Worker') })
const reason = plainText('The reason', 300, 3)

export const getWorker = defineEndpoint({
  method: 'GET',
  path: '/api/admin/workers/:staffId',
  access: seeing(LIST, ONBOARD),
  tag,
  summary: 'One worker with what they did and what was done to the account',
  params,
  response: workerDetail,
})

/** The address of a one-time link, shown once: it sets a password and is good for a day. */
const linked = z.object({ worker: workerDetail, link: z.string() })

export const createWorker = defineEndpoint({
  method: 'POST',
  path: '/api/admin/workers',
  access: having('onboarding.apply'),
  tag,
  summary: 'Onboard one worker; the link given back sets their first password',
  body: workerFields.extend({ plantId: wholeNumber('Plant').min(1, 'Choose a plant.') }),
  response: linked,
})

export const changeWorker = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/workers/:staffId',
  access: having('onboarding.apply'),
  tag,
  summary: 'Correct what is known of a worker; another e-mail ends their sessions',
  params,
  body: workerFields.extend({ version: seenVersion }),
  response: workerDetail,
})

export const moveWorker = defineEndpoint({
  method: 'POST',
  path: '/api/admin/workers/:staffId/move',
  access: having('onboarding.apply'),
  tag,
  summary: 'Move a worker to another plant; their sessions end',
  params,
  body: z.object({ plantId: wholeNumber('Plant').min(1, 'Choose a plant.'), reason }),
  response: workerDetail,
})

export const deactivateWorker = defineEndpoint({
  method: 'POST',
  path: '/api/admin/workers/:staffId/deactivate',
  access: having('onboarding.apply'),
  tag,
  summary: 'Deactivate a worker: their sessions end and they cannot sign in',
  params,
  body: z.object({ reason }),
  response: workerDetail,
})

export const reactivateWorker = defineEndpoint({
  method: 'POST',
  path: '/api/admin/workers/:staffId/reactivate',
  access: having('onboarding.apply'),
  tag,
  summary: 'Let a deactivated worker sign in again',
  params,
  body: z.object({ reason }),
  response: workerDetail,
})

export const resetWorker = defineEndpoint({
  method: 'POST',
  path: '/api/admin/workers/:staffId/reset',
  access: having('onboarding.apply'),
  tag,
  summary:
    'End password, passkeys, two-factor sign-in, sessions and older links, and give a new one-time link',
  params,
  body: z.object({ reason }),
  response: linked,
})

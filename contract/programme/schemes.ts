import { SCHEME_KIND_NAMES, LAST_DAY, schemeKind, schemeTerms, termFields } from './scheme-terms.ts'
import {
  choiceFilter,
  approverOf,
  defineQuery,
  lookupFilter,
  regionFilter,
} from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { memberKind } from '../people/members.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { instant, isoDate } from '../time.ts'

export {
  SCHEME_KINDS,
  schemeKind,
  schemeTerms,
  termFaults,
  type SchemeKind,
  type SchemeTerms,
  type Slab,
} from './scheme-terms.ts'

const PAGE = '/dashboard/scheme'
const tag = 'Schemes'

export const SCHEME_STATUSES = ['draft', 'active', 'paused', 'ended'] as const
export const schemeStatus = z.enum(SCHEME_STATUSES, { error: 'There is no such state.' })
export type SchemeStatus = z.infer<typeof schemeStatus>
export const SCHEME_STATUS_NAMES: Record<SchemeStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
}

export type SchemeStep = 'activate' | 'pause' | 'resume' | 'end'
export type SchemeAction = 'draft' | 'edit' | 'change' | SchemeStep
/** The life of a scheme. `end` is also done by the clock, after the last day. */
export const SCHEME_MACHINE: Record<
  SchemeStep,
  { from: readonly SchemeStatus[]; to: SchemeStatus }
> = {
  activate: { from: ['draft'], to: 'active' },
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  end: { from: ['active', 'paused'], to: 'ended' },
}

/** Something that is allowed and probably not meant, told at its field. */
export const schemeWarning = z.object({ field: z.string(), message: z.string() })
export type SchemeWarning = z.infer<typeof schemeWarning>

export const schemeRow = z.object({
  schemeId: z.number().int(),
  name: z.string(),
  kind: schemeKind,
  status: schemeStatus,
  /** The rule in words: contract/programme/scheme-words.ts. */
  sentence: z.string(),
  fromDay: isoDate,
  toDay: isoDate,
  priority: z.number().int(),
  stacks: z.boolean(),
  budget: z.number().int(),
  /** Points given less points that reversals brought back: never above the budget. */
  spent: z.number().int(),
  /** Scans that had a bonus of it, as they were given. */
  bonuses: z.number().int(),
  createdBy: z.string().nullable(),
})
export type SchemeRow = z.infer<typeof schemeRow>

const effectDay = z.object({ day: isoDate, bonuses: z.number().int(), points: z.number().int() })
const who = z.object({ id: z.number().int(), name: z.string(), points: z.number().int() })

/** What a simulation found: as though the scheme alone had run over these days, with its caps and slabs. */
export const simulationResult = z.object({
  scans: z.number().int(),
  /** Scans that would have had a bonus, members who would have earned, points in all, were the budget endless. */
  bonuses: z.number().int(),
  members: z.number().int(),
  points: z.number().int(),
  /** What the points are worth at today's value of a point. */
  costPaise: z.number().int(),
  /** Points within the budget, and the day it would have been spent; null when it would have lasted. */
  withinBudget: z.number().int(),
  spentOn: isoDate.nullable(),
  /** Points as far as the whole life of the scheme goes, if its days are like these. */
  forWholeLife: z.number().int(),
  days: z.array(effectDay),
  states: z.array(who.omit({ name: true })),
  products: z.array(who),
  memberKinds: z.array(z.object({ kind: memberKind, points: z.number().int() })),
  /** Those who would have earned the most, at most 50. */
  topMembers: z.array(who.extend({ code: z.string(), bonuses: z.number().int() })),
})
export type SimulationResult = z.infer<typeof simulationResult>

export const simulation = z.object({
  simulationId: z.string(),
  schemeId: z.number().int(),
  /** Whether it was made of the terms as they are now. */
  current: z.boolean(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  fromDay: isoDate,
  toDay: isoDate,
  requestedBy: z.string(),
  requestedAt: instant,
  scans: z.number().int().nullable(),
  played: z.number().int(),
  failure: z.string().nullable(),
  result: simulationResult.nullable(),
})
export type Simulation = z.infer<typeof simulation>

export const schemeDetail = schemeRow.extend({
  terms: termFields,
  /** Of the terms: what an edit or an activation says it has read. */
  version: z.number().int(),
  createdAt: instant,
  createdById: z.number().int().nullable(),
  /** Who drafted or edited it: none of them activates it. */
  makerIds: z.array(z.number().int()),
  /**
   * Members who had points of it, counted to 10,001 as lists are; null where so many bonuses were
   * given in its time that counting would take long.
   */
  members: z.number().int().nullable(),
  /** The days on which it gave, newest last; at most 120. */
  days: z.array(effectDay),
  warnings: z.array(schemeWarning),
  /** The newest one; null when it was never simulated. */
  simulation: simulation.nullable(),
  events: z.array(
    z.object({
      at: instant,
      /** null: its last day passed. */
      by: z.string().nullable(),
      action: z.string(),
      note: z.string().nullable(),
    }),
  ),
})
export type SchemeDetail = z.infer<typeof schemeDetail>

export const schemeQuery = defineQuery({
  search: { label: 'Name of a scheme', max: 60 },
  filters: [
    choiceFilter('status', 'Status', SCHEME_STATUS_NAMES, { primary: true }),
    choiceFilter('kind', 'Kind', SCHEME_KIND_NAMES, { primary: true }),
    lookupFilter(
      'product',
      'Gives on product',
      many(wholeNumber('Product')).describe('Schemes that any scan of it may have'),
      { primary: true },
    ),
    { ...regionFilter(), label: 'Gives in state' },
    approverOf,
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first', ending: 'By last day' },
})
export const schemeListQuery = schemeQuery.schema
export type SchemeListQuery = z.infer<typeof schemeListQuery>

export const listSchemes = defineEndpoint({
  method: 'GET',
  path: '/api/admin/schemes',
  access: seeing(PAGE),
  tag,
  summary: 'Schemes with their budgets, newest first',
  query: schemeListQuery,
  response: page(schemeRow),
})

const params = z.object({ schemeId: wholeNumber('Scheme') })
const reason = plainText('The reason', 300, 3)

export const getScheme = defineEndpoint({
  method: 'GET',
  path: '/api/admin/schemes/:schemeId',
  access: seeing(PAGE),
  tag,
  summary: 'One scheme with its terms, life, effect, warnings and newest simulation',
  params,
  response: schemeDetail,
})

export const checkScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/check',
  access: having('scheme.draft'),
  tag,
  summary: 'The rule in words, and what is probably not meant; nothing is kept',
  body: schemeTerms,
  response: z.object({ sentence: z.string(), warnings: z.array(schemeWarning) }),
})

export const draftScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes',
  access: having('scheme.draft'),
  tag,
  summary: 'Draft a scheme: it gives nothing until somebody else activates it',
  body: schemeTerms,
  response: schemeDetail,
})

export const editScheme = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/schemes/:schemeId',
  access: having('scheme.draft'),
  tag,
  summary: 'Change the terms of a draft; what was simulated before is no longer its simulation',
  params,
  /** The version that was read: another one means somebody changed it meanwhile. */
  body: z.object({ terms: schemeTerms, version: z.number().int() }),
  response: schemeDetail,
})

export const discardScheme = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/schemes/:schemeId',
  access: having('scheme.draft'),
  tag,
  summary: 'Discard a draft',
  params,
  response: z.object({ message: z.string() }),
})

export const duplicateScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/duplicate',
  access: having('scheme.draft'),
  tag,
  summary: 'A new draft with the same terms; dates that have passed are moved to begin tomorrow',
  params,
  response: schemeDetail,
})

export const simulateScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/simulate',
  access: seeing(PAGE),
  tag,
  summary:
    'Play the scans of the last 30 days with this scheme; ask for the simulation to see how far',
  params,
  response: simulation,
})

export const getSimulation = defineEndpoint({
  method: 'GET',
  path: '/api/admin/schemes/:schemeId/simulation',
  access: seeing(PAGE),
  tag,
  summary: 'The newest simulation, with its progress or its result',
  params,
  response: simulation,
})

export const activateScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/activate',
  access: having('scheme.activate'),
  tag,
  summary: 'Activate a draft that was simulated as it stands; never one of my own',
  params,
  body: z.object({ version: z.number().int(), reason }),
  response: schemeDetail,
})

export const pauseScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/pause',
  access: having('scheme.activate'),
  tag,
  summary: 'Pause: no scan after this has a bonus of it',
  params,
  body: z.object({ reason }),
  response: schemeDetail,
})

export const resumeScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/resume',
  access: having('scheme.activate'),
  tag,
  summary: 'Let a paused scheme give again',
  params,
  body: z.object({ reason }),
  response: schemeDetail,
})

export const endScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/end',
  access: having('scheme.activate'),
  tag,
  summary: 'End for good',
  params,
  body: z.object({ reason }),
  response: schemeDetail,
})

export const changeRunningScheme = defineEndpoint({
  method: 'POST',
  path: '/api/admin/schemes/:schemeId/change',
  access: having('scheme.activate'),
  tag,
  summary:
    'Another budget or last day of a scheme that is active or paused; all else stays as activated',
  params,
  body: z.object({
    budget: termFields.shape.budget,
    toDay: isoDate.refine((day) => day <= LAST_DAY, 'A day of this century.'),
    reason,
  }),
  response: schemeDetail,
})

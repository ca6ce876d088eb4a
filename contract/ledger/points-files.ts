import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { listQuery, many, page } from '../paging.ts'
import { instant } from '../time.ts'
import { approverFilter } from '../waiting.ts'

const PAGE = '/dashboard/users'
const tag = 'Points'

/** Why a file moves points: what members bring from an earlier programme, or given and taken by hand. */
export const POINTS_FILE_CAUSES = ['opening', 'adjustment'] as const
export type PointsFileCause = (typeof POINTS_FILE_CAUSES)[number]

/** `collecting`: its file is still being applied. `crediting`: approved, a job moves the points. */
export const POINTS_FILE_STATES = [
  'collecting',
  'waiting',
  'crediting',
  'credited',
  'rejected',
  'withdrawn',
] as const
export const pointsFileState = z.enum(POINTS_FILE_STATES, { error: 'There is no such state.' })
export type PointsFileState = z.infer<typeof pointsFileState>

/** At most as many points for one member by file, and in one file of points given by hand. */
export const POINTS_PER_ROW = 1_000_000
export const POINTS_PER_FILE = 10_000_000

export const pointsFile = z.object({
  pointsFileId: z.string(),
  uploadId: z.string(),
  fileName: z.string(),
  cause: z.enum(POINTS_FILE_CAUSES),
  state: pointsFileState,
  /** How many members get or lose points, and how many points in all. */
  members: z.number().int(),
  given: z.number().int(),
  taken: z.number().int(),
  credited: z.number().int(),
  /** Members of whom more would have been taken than they had: nothing moved. */
  short: z.number().int(),
  proposedBy: z.string(),
  proposedAt: instant,
  /** Who sent, applied or corrected it: none of them decides. */
  makerIds: z.array(z.number().int()),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  note: z.string().nullable(),
})
export type PointsFile = z.infer<typeof pointsFile>

const number = (what: string) => z.string().regex(/^\d{1,19}$/, `${what} is named by a number.`)

export const listPointsFiles = defineEndpoint({
  method: 'GET',
  path: '/api/admin/points-files',
  access: seeing(PAGE),
  tag,
  summary: 'Points that files propose, with their totals',
  query: listQuery(
    {
      status: many(pointsFileState),
      upload: number('An upload').optional(),
      approver: approverFilter,
    },
    ['newest', 'oldest'],
  ),
  response: page(pointsFile),
})

const params = z.object({ pointsFileId: number('A proposal') })

export const approvePointsFile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/points-files/:pointsFileId/approve',
  access: having('points.adjust.approve'),
  tag,
  summary: 'Approve the total that was looked at: the points move. Nobody who made it approves it',
  params,
  body: z.object({
    /** As they were shown: a proposal that has changed since is refused. */
    members: z.number().int(),
    given: z.number().int(),
    taken: z.number().int(),
    note: plainText('The note', 300).optional(),
  }),
  response: pointsFile,
})

export const rejectPointsFile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/points-files/:pointsFileId/reject',
  access: having('points.adjust.approve'),
  tag,
  summary: 'Reject all of it with a reason; no point moves',
  params,
  body: z.object({ note: plainText('The reason', 300, 3) }),
  response: pointsFile,
})

export const withdrawPointsFile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/points-files/:pointsFileId/withdraw',
  access: having('onboarding.apply'),
  tag,
  summary: 'Take a proposal back, by somebody who made it; no point moves',
  params,
  body: z.object({ note: plainText('The reason', 300, 3) }),
  response: pointsFile,
})

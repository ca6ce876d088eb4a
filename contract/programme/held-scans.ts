import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { SCAN_FLAGS } from './scan-flags.ts'
import { OPEN_REVIEWS, scanFlag } from './scans.ts'
import { instant } from '../time.ts'

const tag = 'Scans'
const PAGE = '/dashboard/QrScanHistories'

/** So many of the newest scans that wait for a person are looked at together. */
export const CLUSTERED_SCANS = 2_000
export const DECISION_SCANS = 500

/** What two members of a cluster have in common. */
export const CLUSTER_LINKS = ['device', 'account', 'place', 'retailer'] as const
export type ClusterLinkKind = (typeof CLUSTER_LINKS)[number]

const scanKey = z.object({
  memberId: z.number().int().positive().max(2_147_483_647),
  scanId: z.string().regex(/^\d{1,19}$/, 'A scan id is a number.'),
})
export type ScanKey = z.infer<typeof scanKey>

const clusterScan = scanKey.extend({
  recordedAt: instant,
  points: z.number().int(),
  review: z.enum(OPEN_REVIEWS),
  flags: z.array(scanFlag),
})
const cluster = z.object({
  /** The same while the same members are in it. */
  key: z.string(),
  points: z.number().int(),
  /** In sentences, the strongest first. */
  evidence: z.array(z.string()),
  members: z.array(
    z.object({ memberId: z.number().int(), memberCode: z.string(), memberName: z.string() }),
  ),
  links: z.array(
    z.object({
      kind: z.enum(CLUSTER_LINKS),
      label: z.string(),
      memberIds: z.array(z.number().int()),
    }),
  ),
  scans: z.array(clusterScan),
})
export type Cluster = z.infer<typeof cluster>

export const listClusters = defineEndpoint({
  method: 'GET',
  path: '/api/admin/held-scans/clusters',
  access: seeing(PAGE),
  tag,
  summary: 'Scans that wait for a person, grouped by what their members have in common',
  response: z.object({
    clusters: z.array(cluster),
    /** More wait than were looked at. */
    more: z.boolean(),
  }),
})

export const DECISION_STATES = ['proposed', 'applying', 'done', 'rejected'] as const
const person = z.object({ staffId: z.number().int(), name: z.string() })
const outcome = z.enum(['released', 'reversed'], { error: 'Release or reverse the scans.' })
export type HeldOutcome = z.infer<typeof outcome>

export const scanDecision = z.object({
  decisionId: z.string(),
  outcome,
  reason: z.string(),
  scans: z.number().int(),
  members: z.number().int(),
  points: z.number().int(),
  state: z.enum(DECISION_STATES),
  needsTwo: z.boolean(),
  proposedBy: person,
  proposedAt: instant,
  decidedBy: person.nullable(),
  note: z.string().nullable(),
  /** How it went, scan by scan. */
  settled: z.number().int(),
  /** Decided by somebody else before their turn came. */
  elsewhere: z.number().int(),
  /** Not taken back, because the points are spent. */
  refused: z.number().int(),
})
export type ScanDecision = z.infer<typeof scanDecision>

export const listScanDecisions = defineEndpoint({
  method: 'GET',
  path: '/api/admin/held-scans/decisions',
  access: seeing(PAGE),
  tag,
  summary: 'Decisions about clusters of scans: those that wait, and the newest others',
  response: z.object({ decisions: z.array(scanDecision) }),
})

export const decideScans = defineEndpoint({
  method: 'POST',
  path: '/api/admin/held-scans/decisions',
  access: having('scan.review'),
  tag,
  summary:
    'Release or reverse many scans in one decision; above the limit somebody else approves it',
  body: z.object({
    outcome,
    reason: plainText('The reason', 300, 3),
    scans: z
      .array(scanKey)
      .min(1, 'Choose at least one scan.')
      .max(DECISION_SCANS, `Decide about at most ${DECISION_SCANS} scans at once.`),
  }),
  response: scanDecision,
})

const params = z.object({
  decisionId: z.string().regex(/^\d{1,19}$/, 'The id of a decision is a number.'),
})

export const approveScanDecision = defineEndpoint({
  method: 'POST',
  path: '/api/admin/held-scans/decisions/:decisionId/approve',
  access: having('scan.review'),
  tag,
  summary: 'Approve a decision about scans that somebody else proposed',
  params,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: scanDecision,
})

export const rejectScanDecision = defineEndpoint({
  method: 'POST',
  path: '/api/admin/held-scans/decisions/:decisionId/reject',
  access: having('scan.review'),
  tag,
  summary: 'Reject a decision that waits for approval, or withdraw one’s own',
  params,
  body: z.object({ note: plainText('The note', 300, 3) }),
  response: scanDecision,
})

export const flagOutcomes = defineEndpoint({
  method: 'GET',
  path: '/api/admin/held-scans/outcomes',
  access: seeing(PAGE),
  tag,
  summary: 'How many scans each rule of fraud held or flagged, and what became of them',
  response: z.object({
    flags: z.array(
      z.object({
        flag: z.enum(SCAN_FLAGS),
        scans: z.number().int(),
        open: z.number().int(),
        released: z.number().int(),
        reversed: z.number().int(),
      }),
    ),
  }),
})

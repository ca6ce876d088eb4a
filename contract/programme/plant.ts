import { z } from 'zod'
import { couponStatus } from './coupons.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { language } from '../people/members.ts'
import { wholeNumber } from '../paging.ts'
import { plantShifts, shift } from '../people/shifts.ts'
import { instant, isoDate } from '../time.ts'

const SCANNING = '/plant-representatives/qr-scanning'
const TRACKER = '/plant-representatives/coupon-tracker'
const SHIFT_PAGE = '/plant-representatives/dashboard'
const ACTIVATION = '/plant-representatives/activate-deactivate'
const BATCHES = '/dashboard/QrTokenHistories'
const tag = 'Plant'

/**
 * What became of a reading of the line. `activated` and `undone` changed coupons; `not_ready` is a
 * batch without coupons; `other_plant` and `unknown` tell nothing more; `id_taken` is a name that was
 * sent before with another content, or by another worker.
 */
export const PLANT_SCAN_RESULTS = [
  'activated',
  'already_active',
  'scanned',
  'blocked',
  'batch_blocked',
  'not_ready',
  'expired',
  'other_plant',
  'unknown',
  'undone',
  'nothing_to_undo',
  'id_taken',
] as const
export const plantScanResult = z.enum(PLANT_SCAN_RESULTS)
export type PlantScanResult = z.infer<typeof plantScanResult>

/** Readings in one delivery. */
export const PLANT_SCANS_MOST = 200

const device = z.string().trim().max(80, 'At most 80 characters.').optional()
/**
 * One reading, named by the phone. It holds a code (of a pack or a carton, as the camera read it or
 * as typed), or takes back another reading of the same worker. `at` is the phone's clock: a moment
 * that lies ahead, or more than 30 days back, counts as now.
 */
export const plantScanItem = z
  .object({
    id: z.guid('Each reading is named by a UUID.'),
    code: z.string().max(300, 'This is too long for a coupon code.').optional(),
    undoes: z.guid('What is undone is named by its UUID.').optional(),
    at: instant,
  })
  .refine((item) => (item.code === undefined) !== (item.undoes === undefined), {
    message: 'Send a code, or the reading to undo.',
    path: ['code'],
  })
export type PlantScanItem = z.infer<typeof plantScanItem>

export const plantScanAnswer = z.object({
  id: z.string(),
  result: plantScanResult,
  batchId: z.number().int().nullable(),
  letters: z.string().nullable(),
  productName: z.string().nullable(),
  /** The serials it stands for: one of a pack, many of a carton. */
  fromSerial: z.number().int().nullable(),
  toSerial: z.number().int().nullable(),
  /** The carton's number within the batch; null for a pack. */
  carton: z.number().int().nullable(),
  /** Coupons that this reading activated (or, an undoing, deactivated). */
  changed: z.number().int(),
})
export type PlantScanAnswer = z.infer<typeof plantScanAnswer>

export const sendPlantScans = defineEndpoint({
  method: 'POST',
  path: '/api/plant/scans',
  access: having('coupon.activate'),
  tag,
  summary:
    'What a phone of the line read, in its order; each reading has one effect, however often it is sent',
  body: z.object({
    device,
    items: z
      .array(plantScanItem)
      .min(1, 'Send at least one reading.')
      .max(PLANT_SCANS_MOST, `At most ${PLANT_SCANS_MOST} readings at once.`),
  }),
  response: z.object({ items: z.array(plantScanAnswer) }),
})

// ── one code, serial or carton ──
const runCounts = z.object({
  printed: z.number().int(),
  active: z.number().int(),
  deactivated: z.number().int(),
  scanned: z.number().int(),
  blocked: z.number().int(),
})
export const plantFound = z.object({
  /** `other_plant` and `unknown` tell nothing more. */
  found: z.enum(['pack', 'carton', 'other_plant', 'unknown', 'malformed']),
  batchId: z.number().int().nullable(),
  letters: z.string().nullable(),
  productName: z.string().nullable(),
  batchStatus: z.string().nullable(),
  expiresOn: isoDate.nullable(),
  expired: z.boolean(),
  fromSerial: z.number().int().nullable(),
  toSerial: z.number().int().nullable(),
  carton: z.number().int().nullable(),
  /** Of a pack its state; null for a carton. */
  status: couponStatus.nullable(),
  counts: runCounts.nullable(),
  /** What the plant and staff did to it, newest first, at most 50; nothing of members but the day of the scan. */
  history: z.array(
    z.object({
      at: instant,
      action: z.enum(['generated', 'activate', 'deactivate', 'block', 'unblock', 'scanned']),
      by: z.string().nullable(),
      reason: z.string().nullable(),
      device: z.string().nullable(),
      fromSerial: z.number().int().nullable(),
      toSerial: z.number().int().nullable(),
    }),
  ),
})
export type PlantFound = z.infer<typeof plantFound>

export const findPlantCoupon = defineEndpoint({
  method: 'GET',
  path: '/api/plant/coupons/find',
  access: seeing(TRACKER, ACTIVATION),
  tag,
  summary: 'One pack or carton of my plant, with its plant history',
  query: z.object({
    q: z
      .string({ error: 'Type or scan a code.' })
      .trim()
      .min(1, 'Type or scan a code.')
      .max(300, 'This is too long for a coupon code.')
      .describe('A code of a pack or carton, its QR, "1042/17" (serial) or "1042#3" (carton)'),
  }),
  response: plantFound,
})

// ── reconciliation ──
export const EXPLANATION_KINDS = {
  damaged: 'Pack damaged',
  lost: 'Label lost or torn',
  sample: 'Taken as a sample',
  not_packed: 'Not packed yet',
  other: 'Something else',
} as const
export type ExplanationKind = keyof typeof EXPLANATION_KINDS
export const explanationKind = z.enum(
  Object.keys(EXPLANATION_KINDS) as [ExplanationKind, ...ExplanationKind[]],
  { error: 'Choose why.' },
)

/**
 * A run of serials that are not in the trade, and why. `waiting` lies behind the last serial that was
 * ever activated: the line has not come so far. `hole` was passed over and nobody said why.
 */
export const reconciliationRun = z.object({
  fromSerial: z.number().int(),
  toSerial: z.number().int(),
  count: z.number().int(),
  status: z.enum(['waiting', 'hole', 'explained', 'deactivated', 'blocked']),
  kind: explanationKind.nullable(),
  why: z.string().nullable(),
  by: z.string().nullable(),
  at: instant.nullable(),
})
export const reconciliation = z.object({
  batchId: z.number().int(),
  letters: z.string(),
  productName: z.string(),
  plantName: z.string(),
  batchStatus: z.string(),
  quantity: z.number().int(),
  cartonSize: z.number().int().nullable(),
  /** Every coupon is in one of these: their sum is the quantity. */
  counts: runCounts,
  /** Of the printed ones: their sum is `counts.printed`. */
  waiting: z.number().int(),
  explained: z.number().int(),
  unexplained: z.number().int(),
  /** In the order of the serials, at most 500; holes are never left out before others. */
  runs: z.array(reconciliationRun),
  moreRuns: z.number().int(),
  asOf: instant,
})
export type Reconciliation = z.infer<typeof reconciliation>

const params = z.object({ batchId: wholeNumber('Batch') })
export const plantReconciliation = defineEndpoint({
  method: 'GET',
  path: '/api/plant/batches/:batchId/reconciliation',
  access: seeing(SHIFT_PAGE),
  tag,
  summary: 'Where every coupon of a lot of my plant is',
  params,
  response: reconciliation,
})

export const batchReconciliation = defineEndpoint({
  method: 'GET',
  path: '/api/admin/batches/:batchId/reconciliation',
  access: seeing(BATCHES),
  tag: 'Batches',
  summary: 'Where every coupon of a batch is',
  params,
  response: reconciliation,
})

export const explainCoupons = defineEndpoint({
  method: 'POST',
  path: '/api/plant/batches/:batchId/explanations',
  access: having('coupon.activate'),
  tag,
  summary: 'Say why a run of serials of my plant was passed over',
  params,
  body: z
    .object({
      from: wholeNumber('First serial').min(1, 'Serials begin at 1.'),
      to: wholeNumber('Last serial'),
      kind: explanationKind,
      note: plainText('The note', 300).optional(),
    })
    .refine((run) => run.from <= run.to, {
      message: 'The last serial must not be before the first.',
      path: ['to'],
    })
    .refine((run) => run.kind !== 'other' || (run.note ?? '').length >= 3, {
      message: 'Write why in a few words.',
      path: ['note'],
    }),
  response: reconciliation,
})

// ── the shift ──
const moved = z.object({ activated: z.number().int(), deactivated: z.number().int() })
export const shiftReport = z.object({
  day: isoDate,
  shift,
  from: instant,
  to: instant,
  /** When the shifts of the plant begin and end. */
  shifts: plantShifts,
  /** Whether it is the one that runs now. */
  running: z.boolean(),
  plantName: z.string(),
  mine: moved,
  plant: moved.extend({ workers: z.number().int() }),
  /** Every hour of the shift, also those in which nothing happened. */
  hours: z.array(z.object({ from: instant, mine: moved, plant: moved })),
  /** The lots that the plant worked on in this shift, the last one first, at most 50. */
  lots: z.array(
    z.object({
      batchId: z.number().int(),
      letters: z.string(),
      productName: z.string(),
      quantity: z.number().int(),
      /** In this shift, by the plant. */
      activated: z.number().int(),
      deactivated: z.number().int(),
      /** Of the lot as it is now. */
      counts: runCounts,
    }),
  ),
  /** My last twenty acts of the shift, the last first. */
  acts: z.array(
    z.object({
      at: instant,
      action: z.enum(['activate', 'deactivate']),
      batchId: z.number().int(),
      fromSerial: z.number().int(),
      toSerial: z.number().int(),
      changed: z.number().int(),
      reason: z.string().nullable(),
    }),
  ),
})
export type ShiftReport = z.infer<typeof shiftReport>

export const myShift = defineEndpoint({
  method: 'GET',
  path: '/api/plant/shift',
  access: seeing(SHIFT_PAGE),
  tag,
  summary: 'My shift and my plant’s: what was activated and deactivated, by hour and by lot',
  query: z.object({ day: isoDate.optional(), shift: shift.optional() }),
  response: shiftReport,
})

/** Who I am on the line: what the phone keeps for when the network is away. */
export const plantMe = defineEndpoint({
  method: 'GET',
  path: '/api/plant/me',
  access: seeing(SCANNING),
  tag,
  summary: 'My plant, shift and language',
  response: z.object({
    staffId: z.number().int(),
    name: z.string(),
    employeeCode: z.string(),
    plantId: z.number().int(),
    plantName: z.string(),
    shift,
    /** When the shifts of the plant begin and end. */
    shifts: plantShifts,
    language,
    /** Whether I have set a PIN. */
    hasPin: z.boolean(),
    /** After so many minutes without a touch a phone with a PIN locks. */
    lockMinutes: z.number().int(),
  }),
})

/** How many rows a programme of a scale has; coupons, scans and (nearly) transfers are `rows` each. */
export type Sizes = {
  rows: number
  members: number
  /** The last of the members: erased, so without any movement. */
  erased: number
  batchSize: number
  batches: number
  /** Batches that have no coupons yet or never will. */
  waitingBatches: number
  plants: number
  products: number
  distributors: number
  office: number
  workers: number
  schemes: number
  gifts: number
  audit: number
  enquiries: number
  notifications: number
  deliveries: number
  media: number
  offers: number
  uploads: number
  uploadRows: number
  bankFiles: number
  plantScans: number
  chargeRules: number
  /** The history's length and its end. */
  days: number
  now: Date
}

const UNITS: Record<string, number> = { k: 1_000, m: 1_000_000 }
/** Batches, and the blocks within which coupons are scanned in any order, divide every scale. */
const STEP = 20_000
export const BLOCK = 1_000_000

/** `20m`, `1m` or `20k` as a number of rows: a multiple of 20,000 and, past a million, of a million. */
export function readScale(text: string): number {
  const match = /^(\d+)([km])$/i.exec(text)
  const rows = Number(match?.[1]) * (UNITS[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN)
  if (rows >= STEP && rows % (rows > BLOCK ? BLOCK : STEP) === 0) return rows
  throw new Error(`A scale is such as 20k, 1m or 20m, in steps of 20k and above 1m of 1m: ${text}`)
}

/** In the proportions of a programme with 20 million coupons and half a million members. */
export function sizesOf(rows: number, now = new Date()): Sizes {
  const part = (of: number, least: number) => Math.max(Math.round(rows / of), least)
  return {
    rows,
    members: part(40, 500),
    erased: Math.round(part(40, 500) / 500),
    batchSize: 1_000,
    batches: rows / 1_000,
    waitingBatches: part(20_000, 20),
    plants: 6,
    products: 12,
    distributors: part(4_000, 20),
    office: 40,
    workers: part(10_000, 30),
    schemes: part(400_000, 8),
    gifts: 60,
    audit: part(10, 500),
    enquiries: part(40, 500),
    notifications: part(40_000, 20),
    deliveries: part(10, 500),
    media: part(10_000, 40),
    offers: part(20_000, 40),
    uploads: part(20_000, 20),
    uploadRows: 200,
    bankFiles: part(20_000, 10),
    plantScans: part(100, 200),
    chargeRules: 60,
    days: 365,
    now,
  }
}

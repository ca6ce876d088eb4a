import type { Row, XlsxColumn } from '../../../server/lib/xlsx/types.ts'

/** A scan report's twelve columns, as wide and as mixed as the real one. */
export const COLUMNS: readonly XlsxColumn[] = [
  { header: 'Scan', type: 'text', width: 28 },
  { header: 'Scanned', type: 'datetime', width: 20 },
  { header: 'Coupon', type: 'text', width: 18 },
  { header: 'Member', type: 'text', width: 24 },
  { header: 'Phone', type: 'text', width: 14 },
  { header: 'State', type: 'text', width: 18 },
  { header: 'Plant', type: 'text', width: 20 },
  { header: 'Product', type: 'text', width: 30 },
  { header: 'Points', type: 'integer', width: 12, total: true },
  { header: 'Value', type: 'money', width: 16, total: true },
  { header: 'Outcome', type: 'text', width: 16 },
  { header: 'Made on', type: 'date', width: 14 },
]

const STATES = ['Uttar Pradesh', 'Bihar', 'Maharashtra', 'Tamil Nadu', 'West Bengal', 'Odisha']
const PLANTS = ['Hyderabad', 'Faridabad', 'Jasidih', 'Sathariya', 'Balasore']
const PRODUCTS = ['Charminar Fortune 6mm', 'Birla Aerocon Panel', 'Putty 40 kg & primer']
const OUTCOMES = ['credited', 'already_used', 'expired', 'unknown_code']
const NAMES = ['Ravi Kumar', 'Sunita Devi', 'Mohammed Irfan', 'Lakshmi Narayanan', 'Anil Yadav']

/** Rows in one piece, enough that deflate's window never sees the same piece twice. */
export const PIECE_ROWS = 5000

/** A small generator with a seed, so that every writer is given the same rows. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? ''
}

export type BenchRow = { cells: Row; time: Date; day: Date }

export function makePiece(seed: number): BenchRow[] {
  const random = createRandom(seed)
  const start = Date.UTC(2026, 10, 1)
  return Array.from({ length: PIECE_ROWS }, (_, i) => {
    const time = new Date(start + i * 1000 + Math.floor(random() * 1000))
    const day = new Date(Date.UTC(2026, 8, 1 + Math.floor(random() * 28)))
    const cells: Row = [
      `01JC${Math.floor(random() * 2 ** 50)
        .toString(32)
        .toUpperCase()
        .padStart(22, '0')}`,
      Math.round((time.getTime() / 86_400_000 + 25_569 + 330 / 1440) * 1e10) / 1e10,
      `HIL${Math.floor(random() * 2 ** 45)
        .toString(36)
        .toUpperCase()}`,
      `${pick(NAMES, random)} ${Math.floor(random() * 1000)}`,
      `9${String(Math.floor(random() * 1e9)).padStart(9, '0')}`,
      pick(STATES, random),
      pick(PLANTS, random),
      pick(PRODUCTS, random),
      Math.floor(random() * 500),
      (Math.floor(random() * 50_000) / 100).toFixed(2),
      pick(OUTCOMES, random),
      day.getTime() / 86_400_000 + 25_569,
    ]
    return { cells, time, day }
  })
}

/** The piece as PostgreSQL sends it. */
export function asCopyChunks(piece: readonly BenchRow[]): Buffer[] {
  const bytes = Buffer.from(piece.map(({ cells }) => `${cells.join('\t')}\n`).join(''))
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 65_536) chunks.push(bytes.subarray(at, at + 65_536))
  return chunks
}

/** The piece as a database driver gives it to exceljs. */
export function asDriverRows(piece: readonly BenchRow[]): unknown[][] {
  return piece.map(({ cells, time, day }) =>
    cells.map((cell, i) => {
      const type = COLUMNS[i]?.type
      if (type === 'datetime') return time
      if (type === 'date') return day
      return type === 'money' ? Number(cell) : cell
    }),
  )
}

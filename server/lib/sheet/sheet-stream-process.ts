// A process of its own for each file, for rows without number: standard input is the file, the
// arguments its kind, how many rows it may have and to how many bytes it may unpack. Standard output
// is a line of JSON for the heading, one for each piece of rows as fast as they are taken, and one
// for the end or for why there is none.
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../pictures/refusal.ts'
import { rowStream, type StreamedRow } from './row-stream.ts'

const PIECE_ROWS = 250
const PIECE_CHARS = 256 * 1024

async function main(): Promise<void> {
  const bytes = await buffer(process.stdin)
  const [kind = '', maxRows = '0', maxUnpacked = '0'] = process.argv.slice(2)
  try {
    const given = await rowsOf(bytes, kind, Number(maxUnpacked))
    await sayRows(rowStream(given, { maxRows: Number(maxRows) }))
    await say({ end: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await say({ refusal: error.message })
  }
}

async function rowsOf(bytes: Buffer, kind: string, maxUnpacked: number) {
  if (kind === 'csv') return (await import('./read-csv.ts')).readCsv(bytes)
  return (await import('./read-workbook.ts')).readWorkbook(bytes, { maxUnpacked })
}

async function sayRows(given: AsyncIterable<string[] | StreamedRow>): Promise<void> {
  let rows: StreamedRow[] = []
  let chars = 0
  for await (const one of given) {
    if (Array.isArray(one)) {
      await say({ header: one })
      continue
    }
    rows.push(one)
    chars += one.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (rows.length < PIECE_ROWS && chars < PIECE_CHARS) continue
    await say({ rows })
    rows = []
    chars = 0
  }
  if (rows.length > 0) await say({ rows })
}

/** Waits until what was said before has been taken: so a slow listener costs no memory here. */
async function say(value: object): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain')
}

await main()

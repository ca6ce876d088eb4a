// A process of its own for each file: standard input is the file, the arguments its kind and how many
// rows it may have, standard output the table or why there is none, as JSON.
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../pictures/refusal.ts'
import { tableOf } from './table.ts'

/** Tens of thousands of rows of XML are far below it. */
const MAX_UNPACKED = 64 * 1024 * 1024

async function main(): Promise<void> {
  const bytes = await buffer(process.stdin)
  const [kind = '', maxRows = '0'] = process.argv.slice(2)
  try {
    const table = await tableOf(await rowsOf(bytes, kind), { maxRows: Number(maxRows) })
    process.stdout.write(JSON.stringify(table))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stdout.write(JSON.stringify({ refusal: error.message }))
  }
}

/** Each reader is loaded only where it is needed. */
async function rowsOf(bytes: Buffer, kind: string) {
  if (kind === 'csv') return (await import('./read-csv.ts')).readCsv(bytes)
  const maxUnpacked = MAX_UNPACKED
  return (await import('./read-workbook.ts')).readWorkbook(bytes, { maxUnpacked })
}

await main()

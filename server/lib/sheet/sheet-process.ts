// A process of its own for each file: standard input is the file, the arguments its kind and how many
// rows it may have, standard output the table or why there is none, as JSON.
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../pictures/refusal.ts'
import { tableOf } from './table.ts'

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

/** Each reader is loaded only where it is needed: the one of workbooks is large. */
async function rowsOf(bytes: Buffer, kind: string) {
  if (kind === 'csv') return (await import('./read-csv.ts')).readCsv(bytes)
  return (await import('./read-workbook.ts')).readWorkbook(bytes)
}

await main()

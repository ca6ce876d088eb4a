import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CSV_TYPE, XLSX_TYPE } from '../../contract/sheets.ts'
import { AppError } from './app-error.ts'
import { runOnce, type Outcome } from './pictures/run-once.ts'
import type { Table } from './sheet/table.ts'
import { takingTurns } from './turns.ts'

const PROGRAM = fileURLToPath(new URL('./sheet/sheet-process.ts', import.meta.url))
const MB = 1024 * 1024
const LIMITS = { ms: 4_500, memory: 220 * MB, answer: 16 * MB, heapMb: 160 }

const busy = () =>
  new AppError('unavailable', 'Many files are being read. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
const inTurn = takingTurns({ atOnce: 2, waiting: 8, full: busy })

/**
 * Reads a table that came as a file: the heading and the rows under it, all cells as text, trimmed,
 * numbers plain (1234.5), days as 2026-11-20, with 14:30:00 behind where there is a time. Of a workbook
 * the first sheet. It is read in a process of its own, two at a time, because it is what a stranger sent
 * (docs/decisions/0017-opening-uploads.md). Refuses in words what is no such file, is damaged, protected
 * or too large, has no heading, more than `maxRows` rows, or a cell under no heading.
 */
export async function readSheet(
  bytes: Buffer,
  type: string,
  { maxRows }: { maxRows: number },
): Promise<Table> {
  const kind = kindOf(bytes, type)
  const outcome = await inTurn(() => runOnce(PROGRAM, [kind, String(maxRows)], bytes, LIMITS))
  return tableIn(outcome)
}

const KINDS: Record<string, 'xlsx' | 'csv'> = { [XLSX_TYPE]: 'xlsx', [CSV_TYPE]: 'csv' }
const ZIP = Buffer.from('PK\u0003\u0004')
const OLD_OFFICE = Buffer.from('d0cf11e0', 'hex')

function kindOf(bytes: Buffer, type: string): 'xlsx' | 'csv' {
  const kind = KINDS[type.split(';')[0]?.trim().toLowerCase() ?? '']
  if (!kind) throw new AppError('unsupported', 'Send the table as xlsx or CSV.')
  if (bytes.length === 0) throw new AppError('invalid', 'The file is empty.')
  const begins = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)
  if (begins(OLD_OFFICE)) {
    const message = 'This is an old Excel file (xls), or one with a password. Save it as xlsx.'
    throw new AppError('invalid', message)
  }
  if (begins(ZIP) === (kind === 'xlsx')) return kind
  const message =
    kind === 'csv'
      ? 'This file says it is CSV, but it is a zip file such as an Excel workbook.'
      : 'This file says it is an Excel workbook (xlsx), but it is not.'
  throw new AppError('invalid', message)
}

const said = z.union([
  z.object({ refusal: z.string().max(300) }),
  z.object({
    header: z.array(z.string()),
    rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  }),
])

function tableIn(outcome: Outcome): Table {
  const refuse = (message: string, cause?: unknown) => new AppError('invalid', message, { cause })
  switch (outcome.end) {
    case 'answered': {
      const answer = said.parse(JSON.parse(outcome.answer.toString('utf8')))
      if ('refusal' in answer) throw refuse(answer.refusal)
      return answer
    }
    case 'starved':
      throw busy()
    case 'time':
      throw refuse('This file takes too long to read. Copy the rows into a new file.')
    case 'memory':
    case 'answer':
      throw refuse('This file needs too much memory to read. Copy the rows into a new file.')
    case 'failed':
      throw refuse('This file cannot be read. Save it anew.', new Error(outcome.detail))
  }
}

import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CSV_TYPE, XLSX_TYPE } from '../../contract/sheets.ts'
import { AppError } from './app-error.ts'
import { runOnce, type Outcome } from './pictures/run-once.ts'
import { HelperEnded, runLines, type LineCut } from './run-lines.ts'
import type { StreamedRow } from './sheet/row-stream.ts'
import type { Table } from './sheet/table.ts'
import { takingTurns } from './turns.ts'

const PROGRAM = fileURLToPath(new URL('./sheet/sheet-process.ts', import.meta.url))
const MB = 1024 * 1024
const LIMITS = { ms: 4_500, memory: 220 * MB, answer: 16 * MB, heapMb: 160 }

const STREAM = fileURLToPath(new URL('./sheet/sheet-stream-process.ts', import.meta.url))
const STREAM_LIMITS = { cpuMs: 60_000, memory: 420 * MB, heapMb: 192, line: 8 * MB, all: 1024 * MB }

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
  const kind = sheetKind(bytes, type)
  const outcome = await inTurn(() => runOnce(PROGRAM, [kind, String(maxRows)], bytes, LIMITS))
  return tableIn(outcome)
}

export type SheetKind = 'xlsx' | 'csv'
const KINDS: Record<string, SheetKind> = { [XLSX_TYPE]: 'xlsx', [CSV_TYPE]: 'csv' }
const ZIP = Buffer.from('PK\u0003\u0004')
const OLD_OFFICE = Buffer.from('d0cf11e0', 'hex')

/** What a file is by its first bytes, or why it is no table, or not the one that it says it is. */
export function sheetKind(bytes: Buffer, type: string): SheetKind {
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

const piece = z.union([
  z.object({ refusal: z.string().max(300) }),
  z.object({ header: z.array(z.string()) }),
  z.object({ end: z.literal(true) }),
  z.object({
    rows: z.array(
      z.object({
        line: z.number().int(),
        cells: z.array(z.string()),
        faults: z.array(z.object({ column: z.number().int().nullable(), reason: z.string() })),
      }),
    ),
  }),
])

export type SheetPiece = { header: string[] } | { rows: StreamedRow[] }

/**
 * Reads a table as `readSheet` does, of any length: the heading first, then pieces of some hundred
 * rows, no faster than they are taken, so no table ever stands in memory. A row that cannot be taken
 * as it stands comes with its faults. Throws AppError `invalid` with the words for who sent the file.
 */
export async function* streamSheet(
  input: AsyncIterable<Buffer>,
  kind: SheetKind,
  { maxRows, maxUnpacked }: { maxRows: number; maxUnpacked: number },
): AsyncGenerator<SheetPiece> {
  const args = [kind, String(maxRows), String(maxUnpacked)]
  try {
    for await (const line of runLines(STREAM, args, input, STREAM_LIMITS)) {
      const answer = piece.parse(JSON.parse(line))
      if ('refusal' in answer) throw new AppError('invalid', answer.refusal)
      if ('end' in answer) return
      yield answer
    }
  } catch (error) {
    throw error instanceof HelperEnded ? endedWords(error) : error
  }
  throw new AppError('invalid', CANNOT_BE_READ)
}

const CANNOT_BE_READ = 'This file cannot be read. Save it again.'
const CUT_WORDS: Record<LineCut, string> = {
  time: 'This file takes too long to read. Copy the rows into a new file.',
  memory: 'This file needs too much memory to read. Copy the rows into a new file.',
  answer: 'This file needs too much memory to read. Copy the rows into a new file.',
}

function endedWords(ended: HelperEnded): AppError {
  const message = ended.cut === null ? CANNOT_BE_READ : CUT_WORDS[ended.cut]
  return new AppError('invalid', message, { cause: ended })
}

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
      throw refuse(CUT_WORDS.time)
    case 'memory':
    case 'answer':
      throw refuse(CUT_WORDS.memory)
    case 'failed':
      throw refuse(CANNOT_BE_READ, new Error(outcome.detail))
  }
}

import type { Verdict } from '../../../../contract/people/onboarding.ts'
import { CSV_TYPE, XLSX_TYPE } from '../../../../contract/sheets.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { sheetKind, streamSheet, type SheetKind } from '../../../lib/sheet.ts'
import type { StreamedRow } from '../../../lib/sheet/row-stream.ts'
import { readHeading, type Heading } from './heading.ts'
import { judgedInFile, judgedOf, readRow, type Claims, type ReadRow } from './judging.ts'
import type { Judged } from './onboarding-kind.ts'
import type { OnboardingRules } from './onboarding-rules.ts'
import * as rowQueries from './rows.queries.ts'
import { fileContext, sealRow } from './sealed-row.ts'
import * as queries from './uploads.queries.ts'

/** Measured: 100,000 rows of 12 columns, each text another one, unpack to 60 MB. */
const MAX_UNPACKED = 256 * 1024 * 1024

/** Another run has begun to read the upload, or it is not to be read any more. */
export class Overtaken extends Error {}

/** `run` tells this run from an earlier one of the same upload. */
type Reading = {
  uploadId: string
  run: number
  rules: OnboardingRules
  maxRows: number
  signal: AbortSignal
}

/**
 * Reads the file of an upload and writes its rows, judged and sealed, a piece in each transaction
 * with the counts. Throws AppError `invalid` with words for the sender, or Overtaken.
 */
export async function readRows(context: Context, reading: Reading): Promise<void> {
  const { kind, input } = await openFile(context, reading.uploadId)
  const claims: Claims = new Map()
  const limits = { maxRows: reading.maxRows, maxUnpacked: MAX_UNPACKED }
  let heading: Heading | null = null
  let rows = 0
  for await (const piece of streamSheet(input, kind, limits)) {
    reading.signal.throwIfAborted()
    if ('header' in piece) {
      heading = headingOf(reading.rules, piece.header)
      await inTurn(context, reading, (tx) =>
        queries.setUpload(tx, reading.uploadId, { header: piece.header }),
      )
    } else if (heading) {
      await readPiece(context, reading, { heading, rows: piece.rows, claims })
      rows += piece.rows.length
    }
  }
  if (rows === 0) throw new AppError('invalid', 'The file has no rows under its heading.')
}

function headingOf({ columns }: OnboardingRules, header: readonly string[]): Heading {
  const heading = readHeading(columns, header)
  if ('refusal' in heading) throw new AppError('invalid', heading.refusal)
  return heading
}

/** The file as it was stored, opened a piece at a time. */
async function openFile({ db, vault }: Context, uploadId: string) {
  const open = async (piece: number) => {
    const sealed = await queries.filePiece(db, uploadId, piece)
    return sealed && vault.open(sealed, fileContext(uploadId, piece))
  }
  async function* input(): AsyncGenerator<Buffer> {
    for (let piece = 0; ; piece++) {
      const plain = await open(piece)
      if (!plain) return
      yield plain
    }
  }
  const first = await open(0)
  if (!first) throw new Overtaken()
  return { input: input(), kind: kindOf(first) }
}

/** What was taken in is what it said: so its first bytes tell which it is. */
function kindOf(first: Buffer): SheetKind {
  const isZip = first.subarray(0, 2).toString('latin1') === 'PK'
  return sheetKind(first, isZip ? XLSX_TYPE : CSV_TYPE)
}

type Piece = { heading: Heading; rows: readonly StreamedRow[]; claims: Claims }

async function readPiece(context: Context, reading: Reading, piece: Piece): Promise<void> {
  const { rules, uploadId } = reading
  const read = piece.rows.map((row) => readRow(rules.columns, piece.heading, row))
  const given = read.map((row) => row.given)
  const judged = judgedOf(given, await rules.judge(context, context.db, given))
  const pairs = read.flatMap((row, index): JudgedRow[] => {
    const one = judged[index]
    return one ? [{ row, judged: judgedInFile(rules.columns, row, one, piece.claims) }] : []
  })
  const rows = await Promise.all(pairs.map((pair) => sealed(context, uploadId, pair)))
  await inTurn(context, reading, async (tx) => {
    await rowQueries.insertRows(tx, uploadId, rows)
    await queries.addCounts(tx, uploadId, countsOf(rows))
  })
}

type JudgedRow = { row: ReadRow; judged: Judged }

async function sealed(
  { vault }: Context,
  uploadId: string,
  { row: { cells, corrects }, judged }: JudgedRow,
): Promise<rowQueries.NewRow> {
  const { rowNo, code, verdict, problems, subjectId, changes } = judged
  const content = { cells, changes: [...changes] }
  const bytes = await sealRow(vault, { uploadId, rowNo }, content)
  return { rowNo, code, verdict, problems, subjectId, corrects, sealed: bytes }
}

function countsOf(rows: readonly { verdict: Verdict }[]): queries.Counts {
  const of = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
  return {
    rows: rows.length,
    creates: of('create'),
    changes: of('change'),
    same: of('same'),
    refused: of('refused'),
    applied: 0,
  }
}

/** Does something to an upload that is still being read by this run. */
async function inTurn(
  { db }: Context,
  { uploadId, run }: Reading,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, uploadId)
    if (upload?.state !== 'reading' || upload.reading !== run) throw new Overtaken()
    await work(tx)
  })
}

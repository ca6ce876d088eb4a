import { Readable } from 'node:stream'
import type { SettlementDetail, STATEMENT_FORMATS } from '../../../../contract/money/settlements.ts'
import type { Context } from '../../../context.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import { AppError } from '../../../lib/app-error.ts'
import { XLSX_CONTENT_TYPE } from '../../../lib/xlsx/xlsx.ts'
import { openReportFile } from '../../../db/report-file.ts'
import { letterhead } from '../../platform/identity/index.ts'
import { figuresFromLedger } from './compute.queries.ts'
import { FIGURES, NO_FIGURES } from './figures.ts'
import { differences, monthInWords } from './settlement-words.ts'
import { getSettlement, type Which } from './settlements.service.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementSelect, statementWorkbook } from './statement-sheet.ts'

type Format = (typeof STATEMENT_FORMATS)[number]

/**
 * The statement of a distributor for a month: as a spreadsheet with a line for each member, or as
 * pages of A4. A draft until it is approved. 409 where the ledger no longer says what it would.
 */
export async function settlementStatement(
  context: Context,
  which: Which,
  format: Format,
): Promise<FileAnswer> {
  const settlement = await getSettlement(context, which)
  await refuseOther(context, settlement)
  const name = fileName(settlement, format)
  const madeAt = context.now()
  if (format === 'pdf') {
    const bytes = await statementPdf(settlement, {
      letterhead: await letterhead(context.db),
      madeAt,
    })
    return { stream: Readable.from([bytes]), name, type: 'application/pdf' }
  }
  const { log, connection } = context
  const stream = await openReportFile(
    connection,
    { select: statementSelect(which), workbook: statementWorkbook(settlement, madeAt) },
    {
      done: async () => {},
      failed: async (cause) => log.warn({ err: cause, ...which }, 'statement not delivered'),
    },
  )
  return { stream, name, type: XLSX_CONTENT_TYPE }
}

async function refuseOther({ db }: Context, settlement: SettlementDetail): Promise<void> {
  const { month, distributorId, distributorName } = settlement
  const [now = NO_FIGURES] = await figuresFromLedger(db, month, [distributorId])
  if (FIGURES.every((figure) => now[figure] === settlement[figure])) return
  const differ = differences(settlement, now, 'is in the settlement')
  throw new AppError(
    'conflict',
    `The settlement of ${distributorName} no longer agrees with the ledger: ${differ}.`,
  )
}

/** `settlement-sharma-traders-november-2026.pdf`. */
function fileName({ distributorName, distributorCode, month }: SettlementDetail, format: Format) {
  const draft = [distributorCode, distributorName, monthInWords(month)]
  const words = draft.join(' ').toLowerCase().normalize('NFC')
  return `settlement-${words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.${format}`
}

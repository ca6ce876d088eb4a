import { z } from 'zod'
import { batchLetters } from './code.ts'
import { correction } from './label-layout.ts'
import { labelSheet } from './label-sheets.ts'
import { wholeNumber } from '../paging.ts'

export const PRINT_FORMATS = ['pdf', 'svg', 'png', 'zpl', 'xlsx', 'csv'] as const
export type PrintFormat = (typeof PRINT_FORMATS)[number]
/** What can still be opened and printed as one file. A larger batch is taken in parts, by its serials. */
export const MOST_IN_A_FILE: Partial<Record<PrintFormat, number>> = {
  pdf: 50_000,
  svg: 20_000,
  png: 20_000,
}
/** Dots an inch of the heads of thermal printers. */
export const PRINTER_DPI = [203, 300, 600] as const
export const printerDpi = z.union(
  PRINTER_DPI.map((dpi) => z.literal(dpi)),
  {
    error: '203, 300 or 600 dots an inch.',
  },
)

const every = {
  /** The labels of the packs, or those of the cartons. */
  of: z.enum(['packs', 'cartons'], { error: 'Packs or cartons.' }).default('packs'),
  /** Serials, of cartons their numbers, both ends included; left out: from the first, to the last. */
  from: wholeNumber('The first serial').min(1, 'Serials begin at 1.').optional(),
  to: wholeNumber('The last serial').optional(),
}
const drawn = { correction: correction.default('medium') }
const labels = {
  sheet: labelSheet,
  /** Whether the product's name stands on the label. */
  name: z.boolean().default(true),
}

/** What a print file is to hold. Pages count for a PDF only: a thermal printer prints label by label. */
export const printRequest = z
  .discriminatedUnion(
    'format',
    [
      z.object({ format: z.enum(['xlsx', 'csv']), ...every }),
      z.object({ format: z.enum(['svg', 'png']), ...every, ...drawn }),
      z.object({ format: z.literal('pdf'), ...every, ...drawn, ...labels }),
      z.object({
        format: z.literal('zpl'),
        ...every,
        ...drawn,
        ...labels,
        dpi: printerDpi.default(203),
      }),
    ],
    { error: `The format is one of: ${PRINT_FORMATS.join(', ')}.` },
  )
  .refine(({ from = 1, to }) => to === undefined || from <= to, {
    message: 'The last serial must not be before the first.',
    path: ['to'],
  })
export type PrintRequest = z.output<typeof printRequest>
export type PrintOf = PrintRequest['of']

/** How many labels a batch has: its packs', or its cartons'. */
export function labelsIn(
  { quantity, cartonSize }: { quantity: number; cartonSize: number | null },
  of: PrintOf,
): number {
  if (of === 'packs') return quantity
  return cartonSize === null ? 0 : Math.ceil(quantity / cartonSize)
}

/** `batch-12-000C-cartons-1-40.pdf`; the run stands there only where it was asked for. */
export function printFileName(
  batch: { batchId: number; quantity: number; cartonSize: number | null },
  { format, of, from, to }: PrintRequest,
): string {
  const parts = [`batch-${batch.batchId}-${batchLetters(batch.batchId)}`]
  if (of === 'cartons') parts.push('cartons')
  if (from !== undefined || to !== undefined) {
    parts.push(`${from ?? 1}-${to ?? labelsIn(batch, of)}`)
  }
  const isZip = format === 'svg' || format === 'png'
  return isZip ? `${parts.join('-')}-${format}.zip` : `${parts.join('-')}.${format}`
}

/** `batch-12-000C-1-40-pdf-locked.zip`: what is given out is a zip that only its password opens. */
export function lockedFileName(
  batch: { batchId: number; quantity: number; cartonSize: number | null },
  wish: PrintRequest,
): string {
  const { format } = wish
  const [name = ''] = printFileName(batch, wish).split('.')
  return `${name.replace(new RegExp(`-${format}$`), '')}-${format}-locked.zip`
}

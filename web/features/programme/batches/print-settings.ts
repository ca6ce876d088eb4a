import { z } from 'zod'
import {
  printerDpi,
  PRINT_FORMATS,
  type PrintOf,
  type printRequest,
} from '../../../../contract/programme/batch-print.ts'
import { correction } from '../../../../contract/programme/label-layout.ts'
import {
  SHEET_PRESETS,
  singleLabel,
  type LabelSheet,
} from '../../../../contract/programme/label-sheets.ts'

const KEY = 'hil.print'
export const CUSTOM = 'custom'

const typed = z.union([z.string(), z.number()])
const sizes = z.object({
  pageWidth: typed,
  pageHeight: typed,
  labelWidth: typed,
  labelHeight: typed,
  columns: typed,
  rows: typed,
  marginLeft: typed,
  marginTop: typed,
  gapAcross: typed,
  gapDown: typed,
}) satisfies z.ZodType<Record<keyof LabelSheet, string | number>>

/** What a printing house stays with from batch to batch, as it was typed. */
const settings = z.object({
  format: z.enum(PRINT_FORMATS),
  preset: z.enum([...Object.keys(SHEET_PRESETS), CUSTOM]),
  custom: sizes,
  correction,
  dpi: printerDpi,
  name: z.boolean(),
})
export type PrintSettings = z.infer<typeof settings>
/** What belongs to one file. */
export type PrintRun = { of: PrintOf; from: string | number; to: string | number }

const FIRST: PrintSettings = {
  format: 'pdf',
  preset: 'a4-24',
  custom: singleLabel(50, 30),
  correction: 'medium',
  dpi: 203,
  name: true,
}

/** The settings of the last print in this browser. */
export function lastSettings(): PrintSettings {
  try {
    return settings.catch(FIRST).parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return FIRST
  }
}

export function keepSettings(used: PrintSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(used))
  } catch {
    // A browser that keeps nothing begins with the first settings again.
  }
}

const numberOf = (value: string | number): number => (value === '' ? Number.NaN : Number(value))
const numberIn = (value: string | number): number | undefined =>
  value === '' ? undefined : Number(value)

/** The sheet that was chosen or typed; a thermal printer prints label by label. */
export function sheetOf({ format, preset, custom }: PrintSettings): LabelSheet {
  const number = (key: keyof LabelSheet): number => numberOf(custom[key])
  const sheet = SHEET_PRESETS[preset]?.sheet ?? {
    pageWidth: number('pageWidth'),
    pageHeight: number('pageHeight'),
    labelWidth: number('labelWidth'),
    labelHeight: number('labelHeight'),
    columns: number('columns'),
    rows: number('rows'),
    marginLeft: number('marginLeft'),
    marginTop: number('marginTop'),
    gapAcross: number('gapAcross'),
    gapDown: number('gapDown'),
  }
  return format === 'zpl' ? singleLabel(sheet.labelWidth, sheet.labelHeight) : sheet
}

/** What is sent; numbers that are missing are told by the schema. */
export function requestOf(
  used: PrintSettings,
  { of, from, to }: PrintRun,
): z.input<typeof printRequest> {
  const { format, correction: level, dpi, name } = used
  const run = { of, from: numberIn(from), to: numberIn(to) }
  switch (format) {
    case 'xlsx':
    case 'csv':
      return { format, ...run }
    case 'svg':
    case 'png':
      return { format, ...run, correction: level }
    case 'pdf':
      return { format, ...run, correction: level, sheet: sheetOf(used), name }
    case 'zpl':
      return { format, ...run, correction: level, sheet: sheetOf(used), name, dpi }
  }
}

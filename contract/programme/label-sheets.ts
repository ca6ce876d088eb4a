import { z } from 'zod'

/** Page and label sizes are millimetres. What is smaller than this comes of adding decimals. */
const ROUNDING_MM = 0.005

const millimetres = (what: string, min: number, max: number) =>
  z
    .number({ error: `Enter ${what} in millimetres.` })
    .min(min, `At least ${min} mm.`)
    .max(max, `At most ${max} mm.`)

const howMany = (what: string, max: number) =>
  z
    .number({ error: `Enter how many ${what}.` })
    .int('A whole number.')
    .min(1, 'At least one.')
    .max(max, `At most ${max}.`)

/** A page, or the piece of a roll, and how the labels lie on it; millimetres. */
export const labelSheet = z
  .object(
    {
      pageWidth: millimetres('the width of the page', 10, 1_000),
      pageHeight: millimetres('the height of the page', 10, 1_500),
      labelWidth: millimetres('the width of a label', 10, 500),
      labelHeight: millimetres('the height of a label', 10, 500),
      columns: howMany('labels lie beside each other', 50),
      rows: howMany('labels lie below each other', 100),
      marginLeft: millimetres('the left margin', 0, 500),
      marginTop: millimetres('the top margin', 0, 500),
      gapAcross: millimetres('the gap between labels beside each other', 0, 200),
      gapDown: millimetres('the gap between labels below each other', 0, 200),
    },
    { error: 'Choose the size of the labels.' },
  )
  .superRefine((sheet, context) => {
    const { across, down } = needed(sheet)
    const tooMuch = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (across > sheet.pageWidth + ROUNDING_MM) {
      tooMuch(
        'columns',
        `These labels need ${words(across)} mm with margin and gaps; the page is ${words(sheet.pageWidth)} mm wide.`,
      )
    }
    if (down > sheet.pageHeight + ROUNDING_MM) {
      tooMuch(
        'rows',
        `These labels need ${words(down)} mm with margin and gaps; the page is ${words(sheet.pageHeight)} mm high.`,
      )
    }
  })
export type LabelSheet = z.infer<typeof labelSheet>

const words = (mm: number): string => String(Math.round(mm * 100) / 100)

function needed(sheet: LabelSheet): { across: number; down: number } {
  const { columns, rows, labelWidth, labelHeight, gapAcross, gapDown } = sheet
  return {
    across: sheet.marginLeft + columns * labelWidth + (columns - 1) * gapAcross,
    down: sheet.marginTop + rows * labelHeight + (rows - 1) * gapDown,
  }
}

/** One label a page: a roll, or a thermal printer. */
export const singleLabel = (labelWidth: number, labelHeight: number): LabelSheet => ({
  pageWidth: labelWidth,
  pageHeight: labelHeight,
  labelWidth,
  labelHeight,
  columns: 1,
  rows: 1,
  marginLeft: 0,
  marginTop: 0,
  gapAcross: 0,
  gapDown: 0,
})

type Place = { columns: number; rows: number; labelWidth: number; labelHeight: number }
type Edges = Partial<Pick<LabelSheet, 'marginLeft' | 'marginTop' | 'gapAcross' | 'gapDown'>>

const a4 = (place: Place, edges: Edges = {}): LabelSheet => ({
  ...singleLabel(210, 297),
  ...place,
  ...edges,
})

/** Sheets and rolls that are sold everywhere. */
export const SHEET_PRESETS: Record<string, { name: string; sheet: LabelSheet }> = {
  'a4-24': {
    name: 'A4, 24 labels of 70 × 37 mm',
    sheet: a4({ columns: 3, rows: 8, labelWidth: 70, labelHeight: 37 }, { marginTop: 0.5 }),
  },
  'a4-21': {
    name: 'A4, 21 labels of 63.5 × 38.1 mm',
    sheet: a4(
      { columns: 3, rows: 7, labelWidth: 63.5, labelHeight: 38.1 },
      { marginLeft: 7.2, marginTop: 15.1, gapAcross: 2.5 },
    ),
  },
  'a4-40': {
    name: 'A4, 40 labels of 52.5 × 29.7 mm',
    sheet: a4({ columns: 4, rows: 10, labelWidth: 52.5, labelHeight: 29.7 }),
  },
  'a4-65': {
    name: 'A4, 65 labels of 38.1 × 21.2 mm',
    sheet: a4(
      { columns: 5, rows: 13, labelWidth: 38.1, labelHeight: 21.2 },
      { marginLeft: 4.7, marginTop: 10.7, gapAcross: 2.5 },
    ),
  },
  'roll-50x25': { name: 'Roll, label of 50 × 25 mm', sheet: singleLabel(50, 25) },
  'roll-50x50': { name: 'Roll, label of 50 × 50 mm', sheet: singleLabel(50, 50) },
  'roll-100x50': { name: 'Roll, label of 100 × 50 mm', sheet: singleLabel(100, 50) },
  'roll-100x150': { name: 'Roll, label of 100 × 150 mm', sheet: singleLabel(100, 150) },
}

/** Where the left upper corners of a page's labels are, row by row. */
export function labelPlaces(sheet: LabelSheet): { x: number; y: number }[] {
  return Array.from({ length: sheet.columns * sheet.rows }, (_, index) => ({
    x: sheet.marginLeft + (index % sheet.columns) * (sheet.labelWidth + sheet.gapAcross),
    y: sheet.marginTop + Math.floor(index / sheet.columns) * (sheet.labelHeight + sheet.gapDown),
  }))
}

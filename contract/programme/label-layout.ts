import { z } from 'zod'

/** How much of a QR may be dirty or torn off: 15, 25 or 30 %. */
export const CORRECTIONS = ['medium', 'quartile', 'high'] as const
export const correction = z.enum(CORRECTIONS, { error: 'Medium, quartile or high.' })
export type Correction = (typeof CORRECTIONS)[number]

/** The light edge that a reader needs, in modules. Source: ISO/IEC 18004, 9.1. */
export const QUIET_MODULES = 4
/** A QR without its light edge is at least this wide, and no wider than readers need; millimetres. */
export const QR_MIN_MM = 10
const QR_MAX_MM = 40
const QR_STEP_MM = 0.25

/** Bytes that versions 1, 2, … hold. Source: ISO/IEC 18004, table 7. */
const BYTES: Record<Correction, readonly number[]> = {
  medium: [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412],
  quartile: [11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292],
  high: [7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194, 220],
}

/** How many modules wide the QR of an address is, without its light edge. */
export function modulesFor(bytes: number, level: Correction): number {
  const index = BYTES[level].findIndex((most) => bytes <= most)
  if (index === -1) throw new RangeError(`An address of ${bytes} bytes is too long for a label.`)
  return 17 + 4 * (index + 1)
}

/** Free of print at the edge of a label, as labels are cut and printed with some play; millimetres. */
const INSET_MM = 1
/** A letter's width and a line's height, of the size of the letters: those of the type used, and spare. */
export const LETTER = 0.6
const LINE = 1.25
/** Text is no larger than this, or than a 16th of a large label, so that a name finds room. */
const TEXT_MAX_MM = 3
const TEXT_MAX_SHARE = 1 / 16
/** The text is at least the first of these where the QR can then be large enough, else the next. */
const TEXT_MM = [2.5, 2.1, 1.7]

/** What stands on a label besides its QR. The name has one line, and a second where there is room. */
export type LabelText = { code: string; lines: readonly string[]; name: boolean }
export type LabelLayout = {
  /** With its light edge. */
  qr: { x: number; y: number; size: number }
  text: { x: number; y: number; width: number; size: number; line: number; nameLines: number }
  /** The code in one line or in two. */
  split: boolean
}
/** What a label says below its code. */
export function labelLines(
  of: 'packs' | 'cartons',
  { number, first, last }: { number: number; first: number; last: number },
): string[] {
  return of === 'cartons' ? [`Carton ${number}`, `Packs ${first}-${last}`] : [`Serial ${number}`]
}

type Box = { width: number; height: number }

/** `K7Q2-M9XT-4B6N-8DHW5` as one line, or as two. */
export function codeLines(code: string, split: boolean): string[] {
  return split ? [code.slice(0, 9), code.slice(10)] : [code]
}

/** The largest text that a box holds, with the code in one line or in two. */
function fitText(
  box: Box,
  most: number,
  { code, lines, name }: LabelText,
): { size: number; split: boolean } {
  const fitted = [false, true].map((split) => {
    const shown = [...codeLines(code, split), ...lines]
    const longest = Math.max(...shown.map((line) => line.length))
    const count = shown.length + Number(name)
    const room = Math.min(box.width / (longest * LETTER), box.height / (count * LINE))
    return { split, size: Math.min(room, most) }
  })
  return fitted.reduce((best, other) => (other.size > best.size ? other : best))
}

/** The text beside the QR, or below it. */
function layoutWith(label: Box, beside: boolean, size: number, text: LabelText): LabelLayout {
  const inner = { width: label.width - 2 * INSET_MM, height: label.height - 2 * INSET_MM }
  const box = beside
    ? { width: inner.width - size, height: inner.height }
    : { width: inner.width, height: inner.height - size }
  const most = Math.max(TEXT_MAX_MM, Math.min(label.width, label.height) * TEXT_MAX_SHARE)
  const { size: letters, split } = fitText(box, most, text)
  const line = letters * LINE
  const count = codeLines(text.code, split).length + text.lines.length + Number(text.name)
  const spare = Math.max(0, box.height - count * line)
  return {
    qr: {
      x: beside ? INSET_MM : (label.width - size) / 2,
      y: beside ? (label.height - size) / 2 : INSET_MM + spare / 2,
      size,
    },
    text: {
      x: INSET_MM + (beside ? size : 0),
      y: beside ? INSET_MM + spare / 2 : INSET_MM + spare / 2 + size,
      width: box.width,
      size: letters,
      line,
      nameLines: spare >= line ? 2 : 1,
    },
    split,
  }
}

/**
 * Where QR and text stand on a label, millimetres from its left upper corner: the largest QR beside which,
 * or above which, the text can still be read. Null where the label is too small for both.
 */
export function labelLayout(label: Box, modules: number, text: LabelText): LabelLayout | null {
  const perMm = (modules + 2 * QUIET_MODULES) / modules
  const smaller = Math.min(label.width, label.height) - 2 * INSET_MM
  const most = Math.min(QR_MAX_MM, smaller / perMm)
  for (const letters of TEXT_MM) {
    for (let qr = most; qr >= QR_MIN_MM; qr -= QR_STEP_MM) {
      const fitting = [true, false]
        .map((beside) => layoutWith(label, beside, qr * perMm, text))
        .filter((layout) => layout.text.size >= letters)
      const [first, second] = fitting
      if (first) return second && second.text.size > first.text.size ? second : first
    }
  }
  return null
}

import type { PrintOf } from '../../../../contract/programme/batch-print.ts'
import { formatCode } from '../../../../contract/programme/code.ts'
import {
  codeLines,
  labelLines,
  type LabelLayout,
} from '../../../../contract/programme/label-layout.ts'
import type { Label } from './print-labels.ts'

type Line = {
  part: 'code' | 'number' | 'name'
  words: string
  /** Its top, millimetres below the label's. */
  y: number
}

/** The lines of a label's text, with the product's name as it was fitted. */
export function textOf(
  label: Label,
  of: PrintOf,
  { text, split }: LabelLayout,
  name: readonly string[],
): Line[] {
  // The layout counts on one line for the name: a second moves all of the text up by half a line.
  const top = text.y - Math.max(0, name.length - 1) * (text.line / 2)
  const lines = [
    ...codeLines(formatCode(label.code), split).map((words) => ({ part: 'code' as const, words })),
    ...labelLines(of, label).map((words) => ({ part: 'number' as const, words })),
    ...name.map((words) => ({ part: 'name' as const, words })),
  ]
  return lines.map((line, index) => ({ ...line, y: top + index * text.line }))
}

/** A name in at most so many lines; what does not fit ends in an ellipsis. */
export function fitName(
  name: string,
  most: number,
  fits: (words: string) => boolean,
  ellipsis = '…',
): string[] {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const lines = [first]
  for (const word of rest) {
    const longer = `${lines.at(-1)} ${word}`
    if (fits(longer) || lines.length === most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => shortened(line, fits, ellipsis))
}

function shortened(text: string, fits: (words: string) => boolean, ellipsis: string): string {
  if (fits(text)) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const cut = () => `${letters.join('').trimEnd()}${ellipsis}`
  while (letters.length > 0 && !fits(cut())) letters.pop()
  return cut()
}

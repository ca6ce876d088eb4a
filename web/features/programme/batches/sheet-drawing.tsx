import type { ReactElement } from 'react'
import {
  QUIET_MODULES,
  codeLines,
  labelLayout,
  labelLines,
  modulesFor,
  type Correction,
  type LabelLayout,
} from '../../../../contract/programme/label-layout.ts'
import {
  labelPlaces,
  labelSheet,
  type LabelSheet,
} from '../../../../contract/programme/label-sheets.ts'
import { labelsIn, type PrintOf } from '../../../../contract/programme/batch-print.ts'
import type { BatchDetail } from '../../../../contract/programme/batches.ts'
import { CODE_LENGTH, codeAddress, formatCode } from '../../../../contract/programme/code.ts'
import { formatAmount } from '../../../lib/format.ts'
import classes from './print-dialog.module.css'

const ANY_CODE = '0'.repeat(CODE_LENGTH)

type Props = {
  batch: BatchDetail
  of: PrintOf
  sheet: LabelSheet
  correction: Correction
  name: boolean
  /** Labels that will be printed. */
  count: number
}

/** A page as it will be printed, true to scale, with what it comes to. */
export function SheetDrawing(props: Props): ReactElement | null {
  const { sheet, count } = props
  if (!labelSheet.safeParse(sheet).success) {
    return <p className={classes.hint}>Enter sizes that fit the page to see it here.</p>
  }
  const { layout, modules } = layoutOf(props)
  if (!layout) return <p className={classes.hint}>This label is too small for a QR and its code.</p>
  const places = labelPlaces(sheet)
  const perPage = places.length
  const qr = (layout.qr.size * modules) / (modules + 2 * QUIET_MODULES)
  const pages = Math.ceil(count / perPage)
  const onPage = formatAmount(perPage, 'label')
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.page}
        viewBox={`0 0 ${sheet.pageWidth} ${sheet.pageHeight}`}
        role="img"
        aria-label={`A page of ${sheet.pageWidth} × ${sheet.pageHeight} mm with ${onPage}`}
      >
        <rect className={classes.paper} width={sheet.pageWidth} height={sheet.pageHeight} />
        {places.map(({ x, y }, index) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <rect className={classes.label} width={sheet.labelWidth} height={sheet.labelHeight} />
            {index < count && (
              <LabelDrawing layout={layout} edge={(layout.qr.size - qr) / 2} {...props} />
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <span>{`QR ${qr.toFixed(1)} mm wide`}</span>
        <span>
          {perPage > 1
            ? `${onPage} a page · ${formatAmount(pages, 'page')}`
            : formatAmount(count, 'label')}
        </span>
      </figcaption>
    </figure>
  )
}

function linesOf({ batch, of, count }: Props): string[] {
  const { quantity } = batch
  return labelLines(of, {
    number: Math.max(count, labelsIn(batch, of)),
    first: quantity,
    last: quantity,
  })
}

function layoutOf(props: Props): { layout: LabelLayout | null; modules: number } {
  const { batch, of, sheet, correction, name } = props
  const gtin = batch.qrForm === 'gs1' && of === 'packs' ? batch.gtin : null
  const address = codeAddress(location.origin, ANY_CODE, gtin)
  const modules = modulesFor(address.length, correction)
  const label = { width: sheet.labelWidth, height: sheet.labelHeight }
  const text = { code: formatCode(ANY_CODE), lines: linesOf(props), name }
  return { layout: labelLayout(label, modules, text), modules }
}

/** A QR has its marks in three corners. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
] as const

/** The QR as a block and each line of text as a bar. */
function LabelDrawing({
  layout,
  edge,
  ...props
}: Props & { layout: LabelLayout; edge: number }): ReactElement {
  const { qr, text, split } = layout
  const lines = [...codeLines(formatCode(ANY_CODE), split), ...linesOf(props)]
  if (props.name) lines.push(props.batch.productName)
  const size = qr.size - 2 * edge
  return (
    <>
      <rect className={classes.qr} x={qr.x + edge} y={qr.y + edge} width={size} height={size} />
      {CORNERS.map(([x, y]) => (
        <rect
          key={`${x} ${y}`}
          className={classes.finder}
          x={qr.x + edge + size * (0.05 + x * 0.72)}
          y={qr.y + edge + size * (0.05 + y * 0.72)}
          width={size * 0.18}
          height={size * 0.18}
        />
      ))}
      {lines.map((words, index) => (
        <rect
          key={`${index} ${words}`}
          className={classes.line}
          x={text.x}
          y={text.y + index * text.line + text.size * 0.3}
          width={Math.min(text.width, words.length * text.size * 0.55)}
          height={text.size * 0.6}
        />
      ))}
    </>
  )
}

import type { Readable } from 'node:stream'
import { printFileName, type PrintRequest } from '../../../../contract/programme/batch-print.ts'
import { PDF_CONTENT_TYPE, labelPdf } from './label-pdf.ts'
import { ZIP_CONTENT_TYPE, labelPictures } from './label-pictures.ts'
import { ZPL_CONTENT_TYPE, labelZpl, qrInDots } from './label-zpl.ts'
import { layoutOf, rangeOf } from './print-check.ts'
import type { Printable, Printed, Range } from './print-labels.ts'
import { printTable } from './print-table.ts'

type File = { stream: Readable; name: string; type: string }

/** Refuses in words what the batch does not have, or what cannot be printed so. */
export function checkPrint(batch: Printed, wish: PrintRequest): void {
  const range = rangeOf(batch, wish)
  if (wish.format !== 'pdf' && wish.format !== 'zpl') return
  const { layout, modules } = layoutOf(batch, wish, range)
  if (wish.format === 'zpl') qrInDots(layout, modules, wish.dpi)
}

/** The print file of a batch, or of a run of its serials; as `checkPrint` refuses it. */
export function printFile(batch: Printable, wish: PrintRequest): File {
  const range = rangeOf(batch, wish)
  return { ...contentOf(batch, wish, range), name: printFileName(batch, wish) }
}

function contentOf(batch: Printable, wish: PrintRequest, range: Range): Omit<File, 'name'> {
  switch (wish.format) {
    case 'pdf': {
      const stream = labelPdf(batch, wish, range, layoutOf(batch, wish, range))
      return { stream, type: PDF_CONTENT_TYPE }
    }
    case 'zpl': {
      const stream = labelZpl(batch, wish, range, layoutOf(batch, wish, range))
      return { stream, type: ZPL_CONTENT_TYPE }
    }
    case 'svg':
    case 'png':
      return { stream: labelPictures(batch, wish, range), type: ZIP_CONTENT_TYPE }
    case 'xlsx':
    case 'csv':
      return printTable(batch, wish, range)
  }
}

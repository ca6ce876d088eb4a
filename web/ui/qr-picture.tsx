import { encodeQR } from 'qr'
import type { ReactElement } from 'react'
import classes from './link-dialog.module.css'
import { pathOf } from '../../contract/programme/qr-path.ts'

/** The light edge that a reader needs, in modules. */
const EDGE = 4

/** A text as a QR code. */
export function QrPicture({ text, label }: { text: string; label: string }): ReactElement {
  const rows = encodeQR(text, 'raw', { border: EDGE, ecc: 'medium' })
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={pathOf(rows)} />
    </svg>
  )
}

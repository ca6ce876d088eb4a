import { useState, type ReactElement } from 'react'
import { formatMoment, formatRelative } from '../lib/format.ts'

/** A moment on the programme's calendar; how long ago it was is told on hover. */
export function Moment({ at }: { at: string }): ReactElement {
  const [ago, setAgo] = useState('')
  return (
    <time dateTime={at} title={ago} onPointerEnter={() => setAgo(formatRelative(at))}>
      {formatMoment(at)}
    </time>
  )
}

import type { ReactElement, ReactNode } from 'react'
import classes from './finder.module.css'

/** What may be typed into a finder, with examples that the demo has; `also` are items before the others. */
export function HowToAsk({ also }: { also?: ReactNode }): ReactElement {
  return (
    <div className={classes.hint}>
      <p>Type or scan any of these:</p>
      <ul>
        {also}
        <li>
          the code on the pack, with or without dashes: <code>0001-6EX6-H0H7-FT8QJ</code>
        </li>
        <li>the address that its QR opens</li>
        <li>
          batch and serial: <code>12/4501</code>, or with the letters that the batch’s codes begin
          with: <code>000C/4501</code>
        </li>
      </ul>
    </div>
  )
}

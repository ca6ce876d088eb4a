import type { ReactElement } from 'react'
import type { CheckLine } from '../../../../contract/money/redemption-states.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from './checklist.module.css'
import { LINE_LOOKS } from './redemption-words.tsx'

/** Can this be paid? One line for each thing that was looked at, with the reason. */
export function Checklist({ lines }: { lines: readonly CheckLine[] }): ReactElement {
  return (
    <ul className={classes.lines} aria-label="Can this be paid?">
      {lines.map(({ key, label, state, reason }) => {
        const { label: word, ...look } = LINE_LOOKS[state]
        return (
          <li key={key} data-state={state}>
            <div className={classes.head}>
              <b>{label}</b>
              <Tag {...look}>{word}</Tag>
            </div>
            <p>{reason}</p>
          </li>
        )
      })}
    </ul>
  )
}

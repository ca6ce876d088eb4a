import type { ReactElement } from 'react'
import { changeInWords, differenceOf } from '../../../../contract/platform/rule-difference.ts'
import type { RuleKey, RuleValue } from '../../../../contract/platform/rule-definitions.ts'
import classes from './rules.module.css'

/** What a change does to a table, a line a part. */
export function Difference({
  rule,
  before,
  after,
  none,
}: {
  rule: RuleKey
  before: RuleValue
  after: RuleValue
  /** What is said where nothing changes. */
  none?: string
}): ReactElement | null {
  const changes = differenceOf(rule, before, after)
  if (changes.length === 0) return none ? <p>{none}</p> : null
  return (
    <ul className={classes.difference} aria-label="What changes">
      {changes.map((change) => {
        const words = changeInWords(change)
        return (
          <li key={words} data-kind={change.kind}>
            {words}
          </li>
        )
      })}
    </ul>
  )
}

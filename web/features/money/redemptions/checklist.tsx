import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { CheckLine } from '../../../../contract/money/redemption-states.ts'
import { formatAmount } from '../../../lib/format.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from './checklist.module.css'
import { LINE_STYLES } from './redemption-words.tsx'

const ORDER = { stop: 0, warn: 1, ok: 2 }

function Lines({ lines, label }: { lines: readonly CheckLine[]; label: string }): ReactElement {
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map(({ key, label: name, state, reason }) => (
        <li key={key} data-state={state}>
          <div className={classes.head}>
            <b>{name}</b>
            <Tag {...LINE_STYLES[state]} />
          </div>
          <p>{reason}</p>
        </li>
      ))}
    </ul>
  )
}

/**
 * Can this be paid? What is against it comes first, each check with its reason; those that passed are
 * folded.
 */
export function Checklist({ lines }: { lines: readonly CheckLine[] }): ReactElement {
  const label = 'Can this be paid?'
  const against = lines
    .filter(({ state }) => state !== 'ok')
    .toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
  const passed = lines.filter(({ state }) => state === 'ok')
  return (
    <>
      {against.length > 0 && <Lines label={label} lines={against} />}
      {passed.length > 0 && (
        <details className={classes.passed}>
          <summary>
            <IconCheck size={15} stroke={2} aria-hidden />
            {formatAmount(passed.length, 'check')} passed
          </summary>
          <Lines label="Passed checks" lines={passed} />
        </details>
      )}
    </>
  )
}

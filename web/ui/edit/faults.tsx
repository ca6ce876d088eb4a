import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { formatAmount } from '../../lib/format.ts'
import classes from './faults.module.css'

/** A way to a field, in the words of a sentence. */
export function FieldLink({
  onGo,
  children,
}: {
  onGo: () => void
  children: ReactNode
}): ReactElement {
  return (
    <button type="button" className={classes.jump} onClick={onGo}>
      {children}
    </button>
  )
}

/**
 * What stands against saving a long form, each a way to its field. Takes the focus each time it is
 * tried; `attempt` is how often that was, and before the first nothing is shown.
 */
export function Faults({
  problems,
  attempt,
  labelOf,
  onGo,
}: {
  /** Sentences by the path of their field. */
  problems: Readonly<Partial<Record<string, string>>>
  attempt: number
  labelOf: (path: string) => string
  onGo: (path: string) => void
}): ReactElement | null {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  const wrong = Object.entries(problems)
  if (attempt === 0 || wrong.length === 0) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      role="alert"
      icon={<IconAlertCircle size={18} />}
      title={`${formatAmount(wrong.length, 'thing')} to mend before it can be saved`}
    >
      <ul className={classes.faults}>
        {wrong.map(([path, message]) => (
          <li key={path}>
            <FieldLink onGo={() => onGo(path)}>{labelOf(path)}</FieldLink>
            {`: ${message}`}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

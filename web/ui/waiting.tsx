import { IconHourglass } from '@tabler/icons-react'
import { useId, type ReactElement, type ReactNode } from 'react'
import { Moment } from './moment.tsx'
import classes from './waiting.module.css'

/** The frame of what waits for somebody else; before everything else on its page. */
export function Waiting({ children }: { children: ReactNode }): ReactElement {
  const heading = useId()
  return (
    <section className={classes.waiting} aria-labelledby={heading}>
      <h2 id={heading}>
        <IconHourglass size={16} stroke={1.8} aria-hidden />
        Waiting for approval
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

type Proposed = { proposedBy: { name: string }; proposedAt: string; reason: string | null }

/** Who proposed something, when and why. */
export function ProposedBy({
  change: { proposedBy, proposedAt, reason },
}: {
  change: Proposed
}): ReactElement {
  return (
    <p className={classes.dim}>
      {`${proposedBy.name}, `}
      <Moment at={proposedAt} />
      {reason && `: ${reason}`}
    </p>
  )
}

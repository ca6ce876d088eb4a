import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { askAgainWords } from './decision-dialog.tsx'
import classes from './review.module.css'
import type { Desk } from './use-desk.ts'

function progress({ slots, outcome }: Desk): string {
  const waiting = slots.filter((slot) => slot.waiting).length
  if (outcome.kind !== 'undecided') {
    return outcome.kind === 'approve'
      ? `All ${waiting} accepted`
      : `${outcome.refused.length} of ${waiting} refused`
  }
  return `${waiting - outcome.left.length} of ${waiting} decided`
}

/** How far the reviewer is, and what is left to press. */
export function DecisionBar({
  desk,
  onDecide,
  onReject,
}: {
  desk: Desk
  onDecide: () => void
  onReject: () => void
}): ReactElement {
  const { outcome, slots, verdictOf } = desk
  const clean = slots.filter(
    ({ waiting, clean, field }) => waiting && clean && verdictOf(field) === null,
  ).length
  return (
    <div className={classes.bar}>
      <p className={classes.progress}>
        {progress(desk)}
        <small>A accept · R refuse · U undo</small>
      </p>
      {clean > 0 && (
        <Button
          variant="default"
          className={classes.press}
          aria-keyshortcuts="Shift+A"
          title="Accept all whose checks are clean (Shift+A)"
          leftSection={<IconChecks size={16} stroke={1.8} aria-hidden />}
          onClick={() => desk.do({ type: 'acceptClean' })}
        >
          {`Accept ${clean} clean`}
        </Button>
      )}
      <Button variant="subtle" color="red" className={classes.press} onClick={onReject}>
        Reject …
      </Button>
      <Button
        className={classes.press}
        variant={outcome.kind === 'undecided' ? 'light' : 'filled'}
        aria-keyshortcuts="Enter"
        title={outcome.kind === 'undecided' ? 'Go to the next field' : 'Enter'}
        onClick={onDecide}
      >
        {outcome.kind === 'undecided'
          ? 'Next field'
          : outcome.kind === 'approve'
            ? 'Approve'
            : askAgainWords(outcome.refused.length + outcome.lacking.length)}
      </Button>
    </div>
  )
}

import { Button, Skeleton, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  partsOf,
  RULE_KEYS,
  ruleOf,
  sentenceOf,
  valueInWords,
} from '../../../../contract/platform/rule-definitions.ts'
import { RULE_GROUPS, type RuleGroup } from '../../../../contract/platform/rule.ts'
import type { RuleRow } from '../../../../contract/platform/rules.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { useOpenRow } from '../../../ui/list/use-open-row.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { RuleDrawer } from './rule-drawer.tsx'
import { baseOf } from './rule-draft.ts'
import { rulesOptions } from './rule-queries.ts'
import classes from './rules.module.css'
import { WaitingChanges } from './waiting-changes.tsx'

export function preload(queries: QueryClient): void {
  void queries.prefetchQuery(rulesOptions())
}

/** Since when the value holds and by whom, or where the start value comes from. */
function sinceWords({ rule, setBy }: RuleRow): string {
  if (setBy?.holdsFrom) {
    return `Since ${formatMoment(setBy.holdsFrom)}, by ${setBy.proposedBy.name}`
  }
  const { setting } = ruleOf(rule)
  return setting ? `Start value, from the environment (${setting})` : 'Start value'
}

const SHOWN = 8

/** A number with its unit, or the parts of a table in a few words. */
function Value({ row: { rule, value } }: { row: RuleRow }): ReactElement {
  const parts = partsOf(rule, value)
  if (parts.length === 0) return <b>{valueInWords(rule, value)}</b>
  const more = parts.length - SHOWN
  return (
    <ul className={classes.parts}>
      {parts.slice(0, SHOWN).map(({ key, words, brief }) => (
        <li key={key}>{brief ?? words}</li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
    </ul>
  )
}

function Row({ row, onOpen }: { row: RuleRow; onOpen: () => void }): ReactElement {
  const role = useRole()
  const [changing, setChanging] = useState(false)
  const { rule, planned, proposal } = row
  const { label, does } = ruleOf(rule)
  return (
    <li className={classes.rule}>
      <div>
        <button type="button" className={classes.open} data-row={rule} onClick={onOpen}>
          {label}
        </button>
        <p className={classes.dim}>{does}</p>
      </div>
      <div className={classes.value}>
        <Value row={row} />
        <small>{sinceWords(row)}</small>
        {planned.map(({ changeId, holdsFrom, value: next }) => (
          <small key={changeId} className={classes.planned}>
            {`From ${formatMoment(holdsFrom ?? '')}: ${sentenceOf(rule, next)}`}
          </small>
        ))}
      </div>
      {can(role, 'programme.edit') && (
        <div className={classes.change}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Change ${label}`}
            disabled={proposal !== null}
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
          {proposal && <small>A change waits</small>}
          <ChangeDialog
            key={baseOf(row).change?.changeId ?? 'start'}
            row={row}
            opened={changing}
            onClose={() => setChanging(false)}
          />
        </div>
      )}
    </li>
  )
}

function Group({
  group,
  rows,
  onOpen,
}: {
  group: RuleGroup
  rows: readonly RuleRow[]
  onOpen: (rule: string) => void
}): ReactElement {
  const id = `rules-${group}`
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{group}</h2>
      <ul>
        {rows.map((row) => (
          <Row key={row.rule} row={row} onOpen={() => onOpen(row.rule)} />
        ))}
      </ul>
    </section>
  )
}

function Rules(): ReactElement {
  const open = useOpenRow()
  const { data, error, refetch } = useQuery(rulesOptions())
  if (!data) {
    if (!error) return <Skeleton height={480} aria-label="Loading" />
    const retry = (): void => void refetch()
    return <FailedState many="rules" failure={error} onRetry={retry} onClear={retry} />
  }
  const { rules } = data
  const rule = RULE_KEYS.find((key) => key === open.id)
  return (
    <>
      <WaitingChanges rows={rules} />
      {RULE_GROUPS.map((group) => (
        <Group
          key={group}
          group={group}
          rows={rules.filter((row) => ruleOf(row.rule).group === group)}
          onOpen={open.show}
        />
      ))}
      <RuleDrawer rule={rule} row={rules.find((row) => row.rule === rule)} onClose={open.close} />
    </>
  )
}

/** The rules of the programme: what holds, since when, what is planned and what waits for approval. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <div className={classes.page}>
      <header>
        <Title order={1}>Rules</Title>
        <p className={classes.about}>
          The rules of the programme. Where money, points or fraud hang on a rule, one person
          proposes a change and another approves it. What was decided before keeps its rule.
        </p>
      </header>
      {sides}
      <Rules />
    </div>
  )
}

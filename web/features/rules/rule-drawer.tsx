import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  rangeInWords,
  ruleOf,
  valueInWords,
  type RuleKey,
} from '../../../contract/rule-definitions.ts'
import type { RuleChange } from '../../../contract/rules.ts'
import { formatMoment } from '../../lib/format.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../ui/facts.tsx'
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx'
import { decidedEntry } from './decided.tsx'
import { historyOptions } from './rule-queries.ts'
import classes from './rules.module.css'

function entryOf(change: RuleChange): TimelineEntry {
  const { rule, value, holdsFrom } = change
  const from = holdsFrom && `In force from ${formatMoment(holdsFrom)}`
  return decidedEntry(change, ruleOf(rule).says(value), from)
}

/** One rule: what it does, its range, and every change that was ever proposed. */
export function RuleDrawer({
  rule,
  startValue,
  onClose,
}: {
  rule: RuleKey | undefined
  startValue: number | undefined
  onClose: () => void
}): ReactElement {
  const query = useQuery(historyOptions(rule))
  const defined = rule && ruleOf(rule)
  return (
    <DetailDrawer id={rule} title={defined?.label ?? 'Rule'} query={query} onClose={onClose}>
      {({ changes }) =>
        rule &&
        defined && (
          <>
            <p className={classes.text}>{defined.does}</p>
            <Facts
              facts={[
                ['Range', rangeInWords(rule)],
                ['Start value', startValue === undefined ? null : valueInWords(rule, startValue)],
                ['Set by', defined.setting && `the environment, ${defined.setting}`],
                ['Changed by', defined.twoPeople ? 'two people' : 'one person'],
              ]}
            />
            <Section title="History">
              {changes.length === 0 ? (
                <p className={classes.text}>It was never changed: the start value holds.</p>
              ) : (
                <Timeline label="Changes of the rule" entries={changes.map(entryOf)} />
              )}
            </Section>
          </>
        )
      }
    </DetailDrawer>
  )
}

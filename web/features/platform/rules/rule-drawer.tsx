import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  isNumberKey,
  partsOf,
  rangeInWords,
  ruleOf,
  sentenceOf,
  valueInWords,
  type RuleKey,
} from '../../../../contract/platform/rule-definitions.ts'
import { changeInWords, differenceOf } from '../../../../contract/platform/rule-difference.ts'
import type { RuleChange, RuleRow } from '../../../../contract/platform/rules.ts'
import { formatMoment } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx'
import { decidedEntry } from './decided.tsx'
import { historyOptions } from './rule-queries.ts'
import classes from './rules.module.css'

/** What held before a change: the one that was approved last before it, else the start value. */
function valueBefore(
  { changeId }: RuleChange,
  changes: readonly RuleChange[],
  startValue: RuleRow['startValue'],
): RuleRow['startValue'] {
  const earlier = changes.slice(changes.findIndex((one) => one.changeId === changeId) + 1)
  return earlier.find(({ state }) => state === 'approved')?.value ?? startValue
}

/** `changes` with the newest first, as the history has them. */
function entryOf(
  change: RuleChange,
  changes: readonly RuleChange[],
  startValue: RuleRow['startValue'] | undefined,
): TimelineEntry {
  const { rule, value, holdsFrom } = change
  const from = holdsFrom && `In force from ${formatMoment(holdsFrom)}`
  const difference =
    startValue === undefined
      ? []
      : differenceOf(rule, valueBefore(change, changes, startValue), value).map(changeInWords)
  return decidedEntry(
    change,
    sentenceOf(rule, value),
    [...difference, from].filter(Boolean).join(' · ') || null,
  )
}

/** One rule: what it does, its range, and every change that was ever proposed. */
export function RuleDrawer({
  rule,
  row,
  onClose,
}: {
  rule: RuleKey | undefined
  row: RuleRow | undefined
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
                ['Range', isNumberKey(rule) ? rangeInWords(rule) : null],
                ['Start value', row ? valueInWords(rule, row.startValue) : null],
                ['Set by', defined.setting && `the environment, ${defined.setting}`],
                ['Changed by', defined.twoPeople ? 'two people' : 'one person'],
              ]}
            />
            {row && !isNumberKey(rule) && (
              <Section title="Now">
                <ul className={classes.parts}>
                  {partsOf(rule, row.value).map(({ key, words }) => (
                    <li key={key}>{words}</li>
                  ))}
                </ul>
              </Section>
            )}
            <Section title="History">
              {changes.length === 0 ? (
                <p className={classes.text}>It was never changed: the start value holds.</p>
              ) : (
                <Timeline
                  label="Changes of the rule"
                  entries={changes.map((change) => entryOf(change, changes, row?.startValue))}
                />
              )}
            </Section>
          </>
        )
      }
    </DetailDrawer>
  )
}

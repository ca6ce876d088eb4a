import { IconCheck, IconHourglass, IconX, IconArrowBackUp, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  rangeInWords,
  ruleOf,
  valueInWords,
  type RuleKey,
} from '../../../contract/rule-definitions.ts'
import type { RuleChange, RuleChangeState } from '../../../contract/rules.ts'
import { formatMoment } from '../../lib/format.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../ui/facts.tsx'
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx'
import { historyOptions } from './rule-queries.ts'
import classes from './rules.module.css'

const LOOKS: Record<RuleChangeState, { Picture: Icon; tone: TimelineEntry['tone']; word: string }> =
  {
    proposed: { Picture: IconHourglass, tone: 'warn', word: 'Waits for approval' },
    approved: { Picture: IconCheck, tone: 'good', word: 'Approved' },
    rejected: { Picture: IconX, tone: 'bad', word: 'Rejected' },
    withdrawn: { Picture: IconArrowBackUp, tone: 'neutral', word: 'Withdrawn' },
  }

function entryOf(change: RuleChange): TimelineEntry {
  const { changeId, rule, value, state, proposedBy, decidedBy, decidedAt, note } = change
  const { Picture, tone, word } = LOOKS[state]
  const decided =
    decidedBy && decidedAt && `${word} by ${decidedBy.name}, ${formatMoment(decidedAt)}`
  const from = change.holdsFrom && `In force from ${formatMoment(change.holdsFrom)}`
  const detail = [from, `Reason: ${change.reason}`, decided ?? word, note && `Note: ${note}`]
  return {
    key: changeId,
    at: change.proposedAt,
    by: `proposed by ${proposedBy.name}`,
    title: ruleOf(rule).says(value),
    detail: detail.filter(Boolean).join(' · '),
    tone: tone ?? 'neutral',
    icon: <Picture size={15} stroke={1.8} />,
  }
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

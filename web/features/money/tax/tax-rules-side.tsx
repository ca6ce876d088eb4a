import { Button, Skeleton, Title } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconCalendarEvent, IconFlagCheck, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approveTaxRule,
  rejectTaxRule,
  withdrawTaxRule,
  type TaxRuleChange,
  type TaxRuleRow,
} from '../../../../contract/money/tax-rules.ts'
import { call } from '../../../lib/api.ts'
import { formatDay, formatDays } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Timeline } from '../../../ui/timeline.tsx'
import { DecideActs, type Decision } from '../../../ui/decide-acts.tsx'
import { decidedEntry } from '../../platform/rules/decided.tsx'
import classes from '../../platform/rules/rules.module.css'
import { ProposedBy, Waiting } from '../../../ui/waiting.tsx'
import { TaxRuleDialog } from './rule-dialog.tsx'
import { rateWords } from './rule-draft.ts'
import { orRefreshTax, taxRulesOptions } from './rule-queries.ts'

export function preload(queries: QueryClient): void {
  void queries.prefetchQuery(taxRulesOptions())
}

function Proposal({ change }: { change: TaxRuleChange }): ReactElement {
  const client = useQueryClient()
  const { changeId, fromDay, section, form, paymentCode, proposedBy } = change
  const params = { changeId }
  const done = async (words: string, act: () => Promise<unknown>): Promise<void> => {
    await orRefreshTax(client, act)
    notifyDone(`The rule of tax from ${formatDay(fromDay)} is ${words}.`)
  }
  const decision: Decision = {
    thing: `the rule of tax from ${formatDay(fromDay)}`,
    effect: `From ${formatDay(fromDay)} on every benefit is taxed by it: ${rateWords(change)}`,
    proposedBy,
    approve: (note) =>
      done('approved', () => call(approveTaxRule, { params, body: { note: note || undefined } })),
    reject: (note) => done('rejected', () => call(rejectTaxRule, { params, body: { note } })),
    withdraw: () => done('withdrawn', () => call(withdrawTaxRule, { params })),
  }
  return (
    <li>
      <div>
        <p className={classes.name}>{`From ${formatDay(fromDay)}`}</p>
        <p>
          <b>{rateWords(change)}</b>
        </p>
        <p className={classes.dim}>{[section, form, paymentCode].filter(Boolean).join(' · ')}</p>
        <ProposedBy change={change} />
      </div>
      <DecideActs decision={decision} />
    </li>
  )
}

const STATUS = {
  coming: { tone: 'blue', Picture: IconCalendarEvent, word: 'Coming' },
  'in force': { tone: 'green', Picture: IconPlayerPlay, word: 'In force' },
  over: { tone: 'gray', Picture: IconFlagCheck, word: 'Ended' },
} as const

function Row({ rule }: { rule: TaxRuleRow }): ReactElement {
  const { fromDay, toDay, status, section, form, paymentCode, change } = rule
  const { word, ...style } = STATUS[status]
  const whose = change?.decidedBy
    ? `Proposed by ${change.proposedBy.name}, approved by ${change.decidedBy.name}`
    : 'Built in'
  return (
    <li className={classes.rule}>
      <div>
        <p className={classes.name}>
          {toDay ? formatDays(fromDay, toDay) : `From ${formatDay(fromDay)}`}
        </p>
        <p>{rateWords(rule)}</p>
        <p className={classes.dim}>{[section, form, paymentCode].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={classes.value}>
        <small>{whose}</small>
      </div>
      <div className={classes.change}>
        <Tag {...style}>{word}</Tag>
      </div>
    </li>
  )
}

function History({ changes }: { changes: readonly TaxRuleChange[] }): ReactElement | null {
  if (changes.length === 0) return null
  return (
    <section className={classes.group} aria-labelledby="tax-history">
      <h2 id="tax-history">History</h2>
      <div className={classes.history}>
        <Timeline
          label="Rules of tax that were proposed"
          entries={changes.map((change) =>
            decidedEntry(change, `From ${formatDay(change.fromDay)}: ${rateWords(change)}`, null),
          )}
        />
      </div>
    </section>
  )
}

function TaxRules(): ReactElement {
  const { data, error, refetch } = useQuery(taxRulesOptions())
  if (!data) {
    if (!error) return <Skeleton height={320} aria-label="Loading" />
    const retry = (): void => void refetch()
    return <FailedState many="rules of tax" failure={error} onRetry={retry} onClear={retry} />
  }
  const open = data.changes
    .filter(({ state }) => state === 'proposed')
    .toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1))
  return (
    <>
      {open.length > 0 && (
        <Waiting>
          {open.map((change) => (
            <Proposal key={change.changeId} change={change} />
          ))}
        </Waiting>
      )}
      <section className={classes.group} aria-labelledby="tax-days">
        <h2 id="tax-days">Rules by day</h2>
        <ul>
          {data.rules.map((rule) => (
            <Row key={rule.fromDay} rule={rule} />
          ))}
        </ul>
      </section>
      <History changes={data.changes} />
    </>
  )
}

/** Proposing starts from the newest rule; of one day no second one waits. */
function ProposeButton(): ReactElement | null {
  const role = useRole()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(taxRulesOptions())
  if (!data || !can(role, 'programme.edit')) return null
  const [latest] = data.rules
  return (
    <div className={classes.change}>
      <Button
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Propose a rule
      </Button>
      <TaxRuleDialog
        key={latest?.fromDay}
        latest={latest}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </div>
  )
}

/** The rules of tax on benefits, by the day from which each holds. */
export function Side({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <Title order={1}>Tax</Title>
          <p className={classes.about}>
            Tax on what members get: rates and the amount that is free, by the day from which they
            hold. A rule is proposed by one person and approved by another.
          </p>
        </div>
        <ProposeButton />
      </header>
      {sides}
      <TaxRules />
    </div>
  )
}

import { Group, Text } from '@mantine/core'
import { IconEdit, IconInfoCircle, IconPlus, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { chargeRate, chargeWords } from '../../../../contract/programme/charge-words.ts'
import type { ChargeRuleDetail } from '../../../../contract/programme/charges.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { formatAmount, formatDay, formatNumber, formatWord } from '../../../lib/format.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Timeline } from '../../../ui/timeline.tsx'
import { RuleActs } from './rule-acts.tsx'
import classes from './rule-drawer.module.css'
import { RuleMonths } from './rule-months.tsx'
import { ruleOptions } from './rule-queries.ts'
import { daysInWords, groupsInWords, RuleTag, tiersInWords } from './rule-words.tsx'

const EVENTS: Record<string, { title: string; Picture: Icon }> = {
  made: { title: 'Made', Picture: IconPlus },
  changed: { title: 'Changed', Picture: IconEdit },
}

function Events({ events }: Pick<ChargeRuleDetail, 'events'>): ReactElement {
  return (
    <Timeline
      label="History of the rule"
      entries={events.map(({ at, by, action, reason }, index) => {
        const name = action.split('.').at(-1) ?? action
        const { title, Picture } = EVENTS[name] ?? {
          title: formatWord(name.replaceAll('_', ' ')),
          Picture: IconInfoCircle,
        }
        const icon = <Picture size={15} stroke={1.8} />
        return { key: `${at} ${index}`, at, by, title, detail: reason, icon }
      })}
    />
  )
}

function Detail({ rule }: { rule: ChargeRuleDetail }): ReactElement {
  const { ruleId, charges, lastPaidOn, months, events } = rule
  return (
    <>
      <Facts
        facts={[
          ['Charges due', formatNumber(charges)],
          ['Last paid', lastPaidOn ? formatDay(lastPaidOn) : 'Nothing yet'],
        ]}
      />
      {charges > 0 && (
        <PageLink to="/dashboard/retailer-charges" search={{ show: 'charges', rule: ruleId }}>
          Its charges, scan by scan
        </PageLink>
      )}
      {months.length > 0 && (
        <Section title="By month">
          <RuleMonths months={months} />
        </Section>
      )}
      <Section title="Terms">
        <Facts
          facts={[
            ['Pays', chargeRate(rule)],
            ['For', groupsInWords(rule)],
            ['To retailers of', tiersInWords(rule)],
            ['Days', daysInWords(rule)],
            ['Note', rule.note],
            ['Made by', rule.createdBy],
            ['Made', <Moment key="at" at={rule.createdAt} />],
          ]}
        />
      </Section>
      {events.length > 0 && (
        <Section title="History">
          <Events events={events} />
        </Section>
      )}
    </>
  )
}

/** One rule: what it paid, what it says, what was done to it and what may be done. */
export function RuleDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(ruleOptions(id))
  return (
    <DetailDrawer
      id={id}
      title={id ? `Rule ${id}` : 'Rule'}
      query={query}
      held={held}
      onClose={onClose}
    >
      {(rule) => (
        <>
          <Group justify="space-between" wrap="nowrap">
            <RuleTag status={rule.status} />
            <div className={classes.paid}>
              <Text fw={600} fz="xl">
                {formatPaise(rule.paidPaise)}
              </Text>
              <span>{`paid for ${formatAmount(rule.charges, 'scan')}`}</span>
            </div>
          </Group>
          <p className={classes.words}>{chargeWords(rule)}</p>
          <RuleActs key={rule.ruleId} rule={rule} onDialog={setHeld} onGone={onClose} />
          <Detail rule={rule} />
        </>
      )}
    </DetailDrawer>
  )
}

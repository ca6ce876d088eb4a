import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  SIMULATED_DAYS,
  simulateFraudRule,
  type FraudSimulation,
} from '../../../../contract/programme/fraud.ts'
import type { RuleKey } from '../../../../contract/platform/rule-definitions.ts'
import { FRAUD_RULES, type FraudRuleKey } from '../../../../contract/platform/rule-fraud.ts'
import { FLAGS } from '../../../../contract/programme/flag-words.ts'
import { SCAN_FLAGS } from '../../../../contract/programme/scan-flags.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import classes from './rules.module.css'

const isFraud = (rule: RuleKey): rule is RuleKey & FraudRuleKey => rule in FRAUD_RULES

function verbOf(rule: FraudRuleKey): string {
  const flag = SCAN_FLAGS.find((name) => FLAGS[name].rules.some((one) => one === rule))
  if (!flag) return 'refused'
  return 'later' in FLAGS[flag] ? 'flagged' : 'held'
}

/** "212 of 48,110 scans would have been held, of 37 members; 15 with the value in force." */
export function simulationWords({ rule, scans, met, members, metNow }: FraudSimulation): string {
  const whose = met === 0 ? '' : `, of ${formatAmount(members, 'member')}`
  return `${formatNumber(met)} of ${formatAmount(scans, 'scan')} would have been ${verbOf(rule)}${whose}; ${formatNumber(metNow)} with the value in force.`
}

/** Tries the typed value on the scans of the last days; a value that cannot be typed is not tried. */
export function RuleSimulation({
  rule,
  value,
}: {
  rule: RuleKey
  value: number | null
}): ReactElement | null {
  const trial = useMutation({
    mutationFn: (asked: { rule: FraudRuleKey; value: number }) =>
      call(simulateFraudRule, { params: { rule: asked.rule }, query: { value: asked.value } }),
  })
  if (!isFraud(rule)) return null
  const found = trial.data?.value === value ? trial.data : undefined
  return (
    <div className={classes.simulation}>
      <Button
        size="xs"
        variant="default"
        loading={trial.isPending}
        disabled={value === null}
        onClick={() => value !== null && trial.mutate({ rule, value })}
      >
        {`Try it on the last ${SIMULATED_DAYS} days`}
      </Button>
      <p aria-live="polite">{found && simulationWords(found)}</p>
      {trial.error && <FailureAlert error={trial.error} />}
    </div>
  )
}

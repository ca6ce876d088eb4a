import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { previewTaxRule, type TaxExample } from '../../../../contract/money/tax-rules.ts'
import { call } from '../../../lib/api.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { formatDay } from '../../../lib/format.ts'
import classes from '../../platform/rules/rules.module.css'
import { exampleOf, termsOf, type Draft } from './rule-draft.ts'

const PAUSE_MS = 400

function Example({
  example,
  today,
  value,
  day,
}: {
  example: TaxExample
  today: TaxExample | undefined
  value: string
  day: string
}): ReactElement {
  const { kind, withPan, taxPaise, words } = example
  const what = `${kind === 'money' ? 'A payout' : 'A gift'} of ${value} on ${day}`
  const whose = withPan ? '' : ' to a member without PAN'
  return (
    <li>
      <b>{`${what}${whose} would be taxed ${formatPaise(taxPaise)}.`}</b>
      {today && ` By the rule of today ${formatPaise(today.taxPaise)}.`}
      <small>{words}</small>
    </li>
  )
}

/** What the rule that is typed would take of an example, as the server reckons it. */
export function RulePreview({ draft }: { draft: Draft }): ReactElement {
  const asked = JSON.stringify({ terms: termsOf(draft), ...exampleOf(draft) })
  const [settled] = useDebouncedValue(asked, PAUSE_MS)
  const body = previewTaxRule.body?.safeParse(JSON.parse(settled)).data
  const { data, error } = useQuery({
    queryKey: ['tax-rules', 'preview', body],
    queryFn: body ? ({ signal }) => call(previewTaxRule, { body, signal }) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  return (
    <div className={classes.preview} aria-live="polite">
      {error && <p>{sentenceOf(error)}</p>}
      {body && data ? (
        <ul className={classes.examples}>
          {data.proposed.map((example, index) => (
            <Example
              key={`${example.kind} ${example.withPan}`}
              example={example}
              today={data.today[index]}
              value={formatPaise(body.valuePaise)}
              day={formatDay(body.terms.fromDay)}
            />
          ))}
        </ul>
      ) : (
        <p>With the first day, the rates and an example it can be read here what would be taxed.</p>
      )}
    </div>
  )
}

import { Fragment, type ReactElement, type ReactNode } from 'react'
import { stateName } from '../../../../contract/india.ts'
import type { SchemeNames } from '../../../../contract/programme/scheme-words.ts'
import type {
  SchemeDetail,
  SchemeTerms,
  SchemeWarning,
} from '../../../../contract/programme/schemes.ts'
import { formatAmount, formatDay, formatNumber, formatWord } from '../../../lib/format.ts'
import { Facts, Section, type Fact } from '../../../ui/facts.tsx'
import { KIND_WORDS } from './scheme-words.tsx'
import classes from './scheme-terms.module.css'
import { useSchemeNames } from './use-names.ts'
import { WarningNotes } from './warning-note.tsx'

type Term = { field: keyof SchemeTerms; label: string; value: ReactNode }

const anyOr = (names: readonly string[], otherwise: string): string =>
  names.length > 0 ? names.join(', ') : otherwise

function gives({ kind, value, slabs }: SchemeTerms): Term {
  if (kind === 'slab') {
    const lines = (slabs ?? []).map(({ from, points }) => (
      <li key={from}>{`From scan ${formatNumber(from)}: ${formatAmount(points, 'point')} each`}</li>
    ))
    return {
      field: 'slabs',
      label: 'Gives',
      value: <ul className={classes.slabs}>{lines}</ul>,
    }
  }
  const words =
    kind === 'multiplier'
      ? `${formatNumber(value ?? 100)} % of the coupon’s points`
      : `${formatAmount(value ?? 0, 'point')} a scan`
  return { field: 'value', label: 'Gives', value: words }
}

/** The terms by their fields, in the order in which they are read aloud. */
function termsOf(terms: SchemeTerms, names: SchemeNames): Term[] {
  const { capPerMember, memberKinds, states, productIds, distributorIds } = terms
  return [
    { field: 'kind', label: 'Kind', value: KIND_WORDS[terms.kind].label },
    gives(terms),
    { field: 'fromDay', label: 'First day', value: formatDay(terms.fromDay) },
    { field: 'toDay', label: 'Last day', value: formatDay(terms.toDay) },
    {
      field: 'memberKinds',
      label: 'Member types',
      value: anyOr(
        memberKinds.map((kind) => formatWord(kind)),
        'Any',
      ),
    },
    { field: 'states', label: 'States', value: anyOr(states.map(stateName), 'Any') },
    { field: 'productIds', label: 'Products', value: anyOr(productIds.map(names.product), 'Any') },
    {
      field: 'distributorIds',
      label: 'Distributors',
      value: anyOr(distributorIds.map(names.distributor), 'Any'),
    },
    { field: 'budget', label: 'Budget', value: formatAmount(terms.budget, 'point') },
    {
      field: 'capPerMember',
      label: 'For one member',
      value: capPerMember === null ? 'No limit' : `At most ${formatAmount(capPerMember, 'point')}`,
    },
    { field: 'priority', label: 'Turn', value: `${terms.priority} (1 has its turn first)` },
    {
      field: 'stacks',
      label: 'With others',
      value: terms.stacks ? 'Stacks with other schemes' : 'Never with another scheme',
    },
    { field: 'note', label: 'Note', value: terms.note },
  ]
}

function factOf({ field, label, value }: Term, warnings: readonly SchemeWarning[]): Fact {
  if (!warnings.some((warning) => warning.field === field)) return [label, value]
  return [
    label,
    <Fragment key={field}>
      {value}
      <WarningNotes warnings={warnings} field={field} />
    </Fragment>,
  ]
}

/** What was agreed, field by field, with what is probably not meant beside it. */
export function Terms({ scheme }: { scheme: SchemeDetail }): ReactElement {
  const names = useSchemeNames()
  const { terms, warnings } = scheme
  return (
    <Section title="Terms">
      <WarningNotes warnings={warnings} field="name" />
      <Facts
        facts={termsOf(terms, names)
          .filter(({ value }) => value !== null)
          .map((term) => factOf(term, warnings))}
      />
    </Section>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { schemeSentence } from '../../../../contract/programme/scheme-words.ts'
import type { SchemeWarning } from '../../../../contract/programme/schemes.ts'
import { formatAmount } from '../../../lib/format.ts'
import { FieldLink } from '../../../ui/edit/faults.tsx'
import { fieldId } from './editor-parts.tsx'
import classes from './editor.module.css'
import { missingInRule, termsOf } from './scheme-form.ts'
import { unbroken } from './sentence.ts'
import type { SchemeForm } from './use-scheme-form.ts'
import { useSchemeNames } from './use-names.ts'

const LABELS: Record<string, string> = {
  name: 'Name',
  value: 'What it gives',
  slabs: 'Slabs',
  fromDay: 'First day',
  toDay: 'Last day',
  memberKinds: 'Member types',
  states: 'States',
  productIds: 'Products',
  distributorIds: 'Distributors',
  budget: 'Budget',
  capPerMember: 'The most for one member',
  stacks: 'Beside other schemes',
  priority: 'Turn',
  note: 'Note',
}

export function labelOf(path: string): string {
  const [field = '', row] = path.split('.')
  const label = LABELS[field] ?? field
  return row === undefined ? label : `Slab ${Number(row) + 1}`
}

/** Focuses a field; of radio buttons the one that is chosen. */
export function goToField(path: string): void {
  const field = document.getElementById(fieldId(path))
  const selected = field?.querySelector<HTMLElement>('input:checked') ?? field
  selected?.focus()
}

/** The rule as a sentence that follows what is typed; until it is whole, what it waits for. */
export function Rule({ form }: { form: SchemeForm }): ReactElement {
  const names = useSchemeNames()
  const missing = missingInRule(form.problems)
  return (
    <div className={classes.rule}>
      <h3>The rule</h3>
      {missing.length === 0 ? (
        <p>{unbroken(schemeSentence(termsOf(form.draft), names))}</p>
      ) : (
        <p
          data-waits
        >{`It reads here in words as soon as these are right: ${missing.join(', ')}.`}</p>
      )}
    </div>
  )
}

/** How many things are probably not meant, told without hurry; each stands at its field. */
export function WarningCount({
  warnings,
  failed,
}: {
  warnings: readonly SchemeWarning[]
  failed: boolean
}): ReactElement {
  const fields = [...new Set(warnings.map(({ field }) => field))]
  const isOne = warnings.length === 1
  return (
    <div role="status" className={classes.warned}>
      {failed && (
        <p>Whether something is probably not meant could not be looked up. It can be saved.</p>
      )}
      {warnings.length > 0 && (
        <>
          <p>
            <IconAlertTriangle size={14} stroke={2} aria-hidden />
            {`${formatAmount(warnings.length, 'thing')} ${isOne ? 'is' : 'are'} allowed but probably not meant:`}
          </p>
          <ul>
            {fields.map((field) => (
              <li key={field}>
                <FieldLink onGo={() => goToField(field)}>{labelOf(field)}</FieldLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

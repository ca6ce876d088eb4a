import {
  isNumberKey,
  RULE_KEYS,
  ruleOf,
  type RuleKey,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import { changeInWords, differenceOf } from '../../../../contract/platform/rule-difference.ts'
import type { FieldChange } from './differences.ts'
import type { Plan, PlannedChange } from './programme-file.service.ts'

/** What an import would change, a line a change, for a person to read before it is applied. */
export function planInWords({ changes, onlyHere }: Plan): string[] {
  const lines = changes.map(lineOf)
  if (changes.length === 0) lines.push('The file and this programme are the same.')
  if (onlyHere.length > 0) lines.push(`Only here, and left as it is: ${onlyHere.join(', ')}`)
  return lines
}

function lineOf({ noun, name, kind, fields, waits }: PlannedChange): string {
  const rule = noun === 'Rule' && RULE_KEYS.find((key) => key === name)
  const label = rule ? `“${ruleOf(rule).label}”` : name
  const what =
    kind === 'add' ? 'new' : fields.map((field) => fieldInWords(rule || null, field)).join(', ')
  const sign = kind === 'add' ? '+' : '~'
  return `${sign} ${noun} ${label}: ${what}${waits ? ' (waits for another person)' : ''}`
}

/** Of a table not the whole of it, but what changes. */
function fieldInWords(rule: RuleKey | null, { field, before, after }: FieldChange): string {
  if (rule === null || isNumberKey(rule)) return `${field} ${shown(before)} → ${shown(after)}`
  return differenceOf(rule, before as RuleValue, after as RuleValue)
    .map(changeInWords)
    .join('; ')
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : JSON.stringify(value)

import { RULE_KEYS, ruleOf } from '../../../contract/rule-definitions.ts'
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
    kind === 'add'
      ? 'new'
      : fields
          .map(({ field, before, after }) => `${field} ${shown(before)} → ${shown(after)}`)
          .join(', ')
  const sign = kind === 'add' ? '+' : '~'
  return `${sign} ${noun} ${label}: ${what}${waits ? ' (waits for another person)' : ''}`
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : JSON.stringify(value)

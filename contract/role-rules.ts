import type { NumberRule } from './platform/rule.ts'
import type { Role } from './roles.ts'

type Words<Name extends string> = Name extends `${infer First} ${infer Rest}`
  ? `${Capitalize<First>}${Words<Rest>}`
  : Capitalize<Name>
/** The key of a rule that each role has of its own: `idleMinutesSubAdmin`. */
export type RoleRuleKey<Prefix extends string, R extends Role> = `${Prefix}${Words<R>}`
type KeyByRole<Prefix extends string, R extends Role> = { [Name in R]: RoleRuleKey<Prefix, Name> }
type RuleByKey<Prefix extends string, R extends Role> = {
  [Name in R as RoleRuleKey<Prefix, Name>]: NumberRule
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A rule for each of some roles: the key of each, and the rules by their keys. */
export function ruleForEach<const Prefix extends string, R extends Role>(
  prefix: Prefix,
  roles: readonly R[],
  rule: (role: R) => NumberRule,
) {
  const keyed = roles.map((role) => {
    const key = prefix + role.split(' ').map(capitalised).join('')
    return { role, key, rule: rule(role) }
  })
  return {
    keys: Object.fromEntries(keyed.map(({ role, key }) => [role, key])) as KeyByRole<Prefix, R>,
    rules: Object.fromEntries(keyed.map((one) => [one.key, one.rule])) as RuleByKey<Prefix, R>,
  }
}

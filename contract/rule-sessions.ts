import { ruleForEach } from './role-rules.ts'
import { counted } from './rule.ts'
import { ROLE_NAMES, ROLES } from './roles.ts'

const idle = ruleForEach('idleMinutes', ROLES, (role) => ({
  group: 'Sessions',
  label: `${ROLE_NAMES[role]}: signed out after`,
  kind: 'number',
  unit: 'idle minutes',
  min: 1,
  max: 1440,
  start: 30,
  does: `A session of ${ROLE_NAMES[role]} ends after this long without a request by its person.`,
  says: (value) =>
    `${ROLE_NAMES[role]} is signed out after ${counted(value, 'idle minute', 'idle minutes')}.`,
  twoPeople: true,
  setting: 'SESSION_IDLE_MINUTES',
}))

/** Which rule says how long a role stays signed in without a request. */
export const IDLE_RULES = idle.keys
export const SESSION_RULES = idle.rules

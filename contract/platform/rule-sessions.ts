import { ruleForEach } from '../role-rules.ts'
import { counted, type NumberRule } from './rule.ts'
import { ROLE_NAMES, ROLES } from '../roles.ts'

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

/** How a worker's phone on the line stays signed in for the shift. See decision 0073. */
export const LOCK_RULES = {
  workerLockMinutes: {
    group: 'Sessions',
    label: 'Worker with a PIN: locked after',
    kind: 'number',
    unit: 'minutes without a touch',
    min: 1,
    max: 60,
    start: 5,
    does: 'The phone of a worker who has a PIN locks after this long without a touch. The PIN opens it again.',
    says: (value) =>
      `A worker’s phone locks after ${counted(value, 'minute', 'minutes')} without a touch.`,
    twoPeople: true,
    setting: null,
  },
  shiftMarginMinutes: {
    group: 'Sessions',
    label: 'Worker with a PIN: signed out after',
    kind: 'number',
    unit: 'minutes after the shift',
    min: 0,
    max: 180,
    start: 30,
    does: 'A worker who has a PIN stays signed in this long after the end of the shift, whatever the idle minutes are.',
    says: (value) =>
      `A worker with a PIN is signed out ${counted(value, 'minute', 'minutes')} after the shift ends.`,
    twoPeople: true,
    setting: null,
  },
} satisfies Record<string, NumberRule>

import { counted, type NumberRule } from './rule.ts'
import { ROLE_NAMES, type Role } from './roles.ts'

/** Which rule says how long a role stays signed in without a request. */
export const IDLE_RULES = {
  admin: 'idleMinutesAdmin',
  finance: 'idleMinutesFinance',
  hod: 'idleMinutesHod',
  cs: 'idleMinutesCs',
  courier: 'idleMinutesCourier',
  'sub admin': 'idleMinutesSubAdmin',
  'almond team': 'idleMinutesAlmondTeam',
  marketing: 'idleMinutesMarketing',
  worker: 'idleMinutesWorker',
} as const satisfies Record<Role, string>

const idle = (role: Role): NumberRule => ({
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
})

export const SESSION_RULES = {
  idleMinutesAdmin: idle('admin'),
  idleMinutesFinance: idle('finance'),
  idleMinutesHod: idle('hod'),
  idleMinutesCs: idle('cs'),
  idleMinutesCourier: idle('courier'),
  idleMinutesSubAdmin: idle('sub admin'),
  idleMinutesAlmondTeam: idle('almond team'),
  idleMinutesMarketing: idle('marketing'),
  idleMinutesWorker: idle('worker'),
} satisfies Record<(typeof IDLE_RULES)[Role], NumberRule>

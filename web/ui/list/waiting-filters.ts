import type { Filter } from './types.ts'

/** Of a queue: what waits longer than it should. */
export const LATE_FILTER: Filter = {
  kind: 'choices',
  name: 'late',
  label: 'Waiting',
  one: true,
  choices: [{ value: 'yes', label: 'Past the deadline' }],
}

/** By a link of the dashboard: what this person may decide, his own and what he approved left out. */
export const DECIDER_FILTER: Filter = {
  kind: 'number',
  name: 'decider',
  label: 'To be decided by person',
  fromLink: true,
}

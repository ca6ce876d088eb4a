import type { Invariant } from './invariant.ts'

/** The texts of messages: who may put one in force. */
export const MESSAGE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'A text of a message that needs two people was approved by another than who proposed it',
    sql: `select change_id, occasion, proposed_by from message_change
      where state = 'approved' and needs_two and decided_by is not distinct from proposed_by`,
  },
  {
    name: 'A text of a message has who decided it and when, or waits and has neither',
    sql: `select change_id, occasion, state, decided_by, decided_at from message_change
      where (state = 'proposed') <> (decided_by is null) or (state = 'proposed') <> (decided_at is null)
        or decided_at < proposed_at - interval '5 minutes'`,
  },
  {
    name: 'At most one change of a text waits for a decision',
    sql: `select occasion, language, count(*) from message_change where state = 'proposed'
      group by occasion, language having count(*) > 1`,
  },
]

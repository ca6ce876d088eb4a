import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { PROGRAMME } from '../menu.ts'
import { RULE_KEYS, ruleValue } from './rule-definitions.ts'
import { instant } from '../time.ts'

const tag = 'Rules'

export const RULE_CHANGE_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const
const changeState = z.enum(RULE_CHANGE_STATES)
export type RuleChangeState = z.infer<typeof changeState>

/** A change can be planned this many days ahead. */
export const PLANNED_DAYS = 731

const rule = z.enum(RULE_KEYS, { error: 'There is no such rule.' })
const person = z.object({ staffId: z.number().int(), name: z.string() })

export const ruleChange = z.object({
  changeId: z.string(),
  rule,
  value: ruleValue,
  /** From when it was to hold; null: as soon as it is approved. */
  fromAt: instant.nullable(),
  /** From when it holds: not before its approval; null unless approved. */
  holdsFrom: instant.nullable(),
  reason: z.string(),
  state: changeState,
  /** Whether somebody else had to approve it. */
  needsTwo: z.boolean(),
  proposedBy: person,
  proposedAt: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  note: z.string().nullable(),
})
export type RuleChange = z.infer<typeof ruleChange>

export const ruleRow = z.object({
  rule,
  value: ruleValue,
  /** The change that set the value; null: it is the start value. */
  setBy: ruleChange.nullable(),
  startValue: ruleValue,
  /** Approved changes whose moment is still to come, the next first. */
  planned: z.array(ruleChange),
  /** The change that waits for a decision. */
  proposal: ruleChange.nullable(),
})
export type RuleRow = z.infer<typeof ruleRow>

export const listRules = defineEndpoint({
  method: 'GET',
  path: '/api/admin/rules',
  access: seeing(PROGRAMME),
  tag,
  summary: 'Every rule of the programme: its value, what is planned and what waits for approval',
  response: z.object({ rules: z.array(ruleRow) }),
})

export const ruleHistory = defineEndpoint({
  method: 'GET',
  path: '/api/admin/rules/:rule/changes',
  access: seeing(PROGRAMME),
  tag,
  summary: 'All changes of one rule, the newest first',
  params: z.object({ rule }),
  response: z.object({ changes: z.array(ruleChange) }),
})

const reason = plainText('The reason', 300, 3)

export const proposeRuleChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/rules/:rule/changes',
  access: having('programme.edit'),
  fresh: true,
  tag,
  summary: 'Propose a new value; in force at once where the rule needs no second person',
  params: z.object({ rule }),
  body: z.object({
    /** A whole number, or the whole table. */
    value: z.unknown(),
    /** Of a table: the change whose value it was made from; null: the start value. */
    seen: z.string().nullish(),
    /** Null or left out: as soon as it is approved. */
    fromAt: instant.nullish(),
    reason,
  }),
  response: ruleChange,
})

const params = z.object({
  changeId: z.string().regex(/^\d{1,19}$/, 'The id of a change is a number.'),
})

export const approveRuleChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/rule-changes/:changeId/approve',
  access: having('programme.approve'),
  fresh: true,
  tag,
  summary: 'Approve a change that somebody else proposed',
  params,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: ruleChange,
})

export const rejectRuleChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/rule-changes/:changeId/reject',
  access: having('programme.approve'),
  tag,
  summary: 'Reject a change that somebody else proposed',
  params,
  body: z.object({ note: reason }),
  response: ruleChange,
})

export const withdrawRuleChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/rule-changes/:changeId/withdraw',
  access: having('programme.edit'),
  tag,
  summary: 'Withdraw a change of one’s own that is not decided yet',
  params,
  response: ruleChange,
})

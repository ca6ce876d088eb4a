import { z } from 'zod'
import { defineEndpoint, seeing } from '../endpoint.ts'
import { PROGRAMME } from '../menu.ts'
import { FRAUD_RULES, type FraudRuleKey } from '../platform/rule-fraud.ts'

const tag = 'Fraud'

/** A rule is tried on so many days, today as far as it has come among them. */
export const SIMULATED_DAYS = 30

const fraudRule = z.enum(Object.keys(FRAUD_RULES) as [FraudRuleKey, ...FraudRuleKey[]], {
  error: 'Only rules of fraud can be tried on past scans.',
})

export const fraudSimulation = z.object({
  rule: fraudRule,
  value: z.number().int(),
  fromDay: z.string(),
  toDay: z.string(),
  /** Scans that were looked at: credited ones, and of wrong codes all attempts. */
  scans: z.number().int(),
  /** Scans that the rule would have met with this value, and the members who made them. */
  met: z.number().int(),
  members: z.number().int(),
  /** The same with the value that is in force. */
  metNow: z.number().int(),
})
export type FraudSimulation = z.infer<typeof fraudSimulation>

export const simulateFraudRule = defineEndpoint({
  method: 'GET',
  path: '/api/admin/rules/:rule/simulation',
  access: seeing(PROGRAMME),
  tag,
  summary:
    'What a value of a rule of fraud would have held, flagged or refused in the last 30 days',
  params: z.object({ rule: fraudRule }),
  query: z.object({ value: z.coerce.number({ error: 'Enter a number.' }) }),
  response: fraudSimulation,
})

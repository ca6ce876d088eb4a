import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { nameText, plainText } from '../india.ts'
import { PROGRAMME } from '../menu.ts'
import { paise } from '../paise.ts'
import { RULE_CHANGE_STATES } from '../platform/rules.ts'
import { instant, isoDate } from '../time.ts'

const tag = 'Tax'

/** The highest rate, in hundredths of a percent: half of a benefit. */
export const RATE_MAX_BPS = 5_000
const rate = (name: string) =>
  z
    .number({ error: `Enter ${name}.` })
    .int('At most two decimal places.')
    .min(0, 'Not below 0 %.')
    .max(RATE_MAX_BPS, 'At most 50 %.')

const termFields = z.object({
  /** The first day on which benefits are taxed by it; it holds until the next rule begins. */
  fromDay: isoDate,
  section: nameText('The section of the law', 120, 3),
  form: nameText('The form of the return', 60, 2),
  /** Of the challan; null: the one of the environment, TAX_PAYMENT_CODE. */
  paymentCode: nameText('The payment code', 20).nullable(),
  /** Up to this much in a financial year nothing is taxed. */
  thresholdPaise: z
    .number({ error: 'Enter the amount that is free.' })
    .int('At most two decimal places.')
    .min(0, 'Not below nothing.')
    .max(10_000_000_000, 'At most ₹10,00,00,000.'),
  rateBps: rate('the rate'),
  rateNoPanBps: rate('the rate without a PAN'),
})
export type TaxTerms = z.infer<typeof termFields>

export const taxTerms = termFields.superRefine(({ rateBps, rateNoPanBps }, context) => {
  if (rateNoPanBps >= rateBps) return
  const message = 'Without a PAN not less than with one.'
  context.addIssue({ code: 'custom', path: ['rateNoPanBps'], message })
})

const person = z.object({ staffId: z.number().int(), name: z.string() })

export const taxRuleChange = termFields.extend({
  changeId: z.string(),
  reason: z.string(),
  state: z.enum(RULE_CHANGE_STATES),
  proposedBy: person,
  proposedAt: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  note: z.string().nullable(),
})
export type TaxRuleChange = z.infer<typeof taxRuleChange>

export const taxRuleRow = termFields.extend({
  /** The last day; null: until further notice. */
  toDay: isoDate.nullable(),
  status: z.enum(['over', 'in force', 'coming']),
  /** The change it came with; null: it came with the product. */
  change: taxRuleChange.nullable(),
})
export type TaxRuleRow = z.infer<typeof taxRuleRow>

export const listTaxRules = defineEndpoint({
  method: 'GET',
  path: '/api/admin/tax/rules',
  access: seeing(PROGRAMME),
  tag,
  summary: 'The rules of tax on benefits by day, the newest first, and every change proposed',
  response: z.object({ rules: z.array(taxRuleRow), changes: z.array(taxRuleChange) }),
})

export const taxExample = z.object({
  withPan: z.boolean(),
  kind: z.enum(['money', 'gift']),
  taxPaise: paise,
  netPaise: paise,
  words: z.string(),
})
export type TaxExample = z.infer<typeof taxExample>

export const previewTaxRule = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/rules/preview',
  access: having('programme.edit'),
  tag,
  summary:
    'What a benefit would be taxed by proposed terms, and by the rule there is; keeps nothing',
  body: z.object({
    terms: taxTerms,
    /** The benefit of the example, and what was given earlier in its year. */
    valuePaise: paise.min(1, 'More than nothing.').max(10_000_000_000, 'At most ₹10,00,00,000.'),
    beforePaise: paise.min(0, 'Not below nothing.').max(10_000_000_000, 'At most ₹10,00,00,000.'),
  }),
  response: z.object({ proposed: z.array(taxExample), today: z.array(taxExample) }),
})

const reason = plainText('The reason', 300, 3)

export const proposeTaxRule = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/rules/changes',
  access: having('programme.edit'),
  fresh: true,
  tag,
  summary: 'Propose a rule of tax from a day to come',
  body: z.object({ terms: taxTerms, reason }),
  response: taxRuleChange,
})

const params = z.object({
  changeId: z.string().regex(/^\d{1,19}$/, 'The id of a change is a number.'),
})

export const approveTaxRule = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/rule-changes/:changeId/approve',
  access: having('programme.approve'),
  fresh: true,
  tag,
  summary: 'Approve a rule of tax that somebody else proposed, before its first day',
  params,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: taxRuleChange,
})

export const rejectTaxRule = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/rule-changes/:changeId/reject',
  access: having('programme.approve'),
  tag,
  summary: 'Reject a rule of tax that somebody else proposed',
  params,
  body: z.object({ note: reason }),
  response: taxRuleChange,
})

export const withdrawTaxRule = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/rule-changes/:changeId/withdraw',
  access: having('programme.edit'),
  tag,
  summary: 'Withdraw a rule of tax of one’s own that is not decided yet',
  params,
  response: taxRuleChange,
})

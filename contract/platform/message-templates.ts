import { z } from 'zod'
import { dltNumber } from './dlt.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { mobile, plainText } from '../india.ts'
import { language } from '../people/members.ts'
import { PROGRAMME } from '../menu.ts'
import { OCCASION_KEYS } from './message-occasions.ts'
import { MOST_BODY } from './message-text.ts'
import { RULE_CHANGE_STATES } from './rules.ts'
import { instant } from '../time.ts'

const tag = 'Messages'

const occasion = z.enum(OCCASION_KEYS, { error: 'There is no such occasion.' })
const person = z.object({ staffId: z.number().int(), name: z.string() })

export const templateText = z.object({
  /** Of a mail; null for an SMS. */
  subject: plainText('The subject', 1_000).nullable(),
  body: plainText('The text', 2 * MOST_BODY),
  /** Of an SMS; null where it is not registered. */
  dltTemplate: dltNumber('template id').nullable(),
})
export type TemplateText = z.infer<typeof templateText>

export const templateChange = z.object({
  changeId: z.string(),
  occasion,
  language,
  ...templateText.shape,
  subject: z.string().nullable(),
  body: z.string(),
  dltTemplate: z.string().nullable(),
  reason: z.string(),
  state: z.enum(RULE_CHANGE_STATES),
  /** Whether somebody else had to approve it. */
  needsTwo: z.boolean(),
  proposedBy: person,
  proposedAt: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  note: z.string().nullable(),
})
export type TemplateChange = z.infer<typeof templateChange>

export const templateRow = z.object({
  occasion,
  language,
  /** The text that is sent; the built-in one until somebody changed it. */
  subject: z.string().nullable(),
  body: z.string(),
  dltTemplate: z.string().nullable(),
  /** The change that set the text; null: it is built in. */
  setBy: templateChange.nullable(),
  /** The change that waits for a decision. */
  proposal: templateChange.nullable(),
  /** Why another text is sent instead of this one; null where it is sent. */
  passedOver: z.string().nullable(),
})
export type TemplateRow = z.infer<typeof templateRow>

export const listTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/admin/message-templates',
  access: seeing(PROGRAMME),
  tag,
  summary: 'The text of every message by occasion and language, and what waits for approval',
  response: z.object({
    templates: z.array(templateRow),
    /** Hosts that links in a text may lead to. */
    linkHosts: z.array(z.string()),
    /** What members read as {programme}. */
    programme: z.string(),
  }),
})

const template = z.object({ occasion, language })

export const templateHistory = defineEndpoint({
  method: 'GET',
  path: '/api/admin/message-templates/:occasion/:language/changes',
  access: seeing(PROGRAMME),
  tag,
  summary: 'All changes of one text, the newest first',
  params: template,
  response: z.object({ changes: z.array(templateChange) }),
})

const reason = plainText('The reason', 300, 3)

export const proposeTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/admin/message-templates/:occasion/:language/changes',
  access: having('programme.edit'),
  tag,
  summary: 'Propose a text; sent at once where the occasion carries neither a link nor a code',
  params: template,
  body: templateText.extend({ reason }),
  response: templateChange,
})

export const testTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/admin/message-templates/:occasion/:language/test',
  access: having('programme.edit'),
  tag,
  summary:
    'Send a text with example values to my e-mail or my mobile; what is not in force says that it is a test',
  params: template,
  body: templateText.extend({
    /** Of an SMS: my mobile number. A mail goes to the address of the account. */
    mobile: mobile.optional(),
  }),
  response: z.object({ ok: z.boolean(), words: z.string() }),
})

const params = z.object({
  changeId: z.string().regex(/^\d{1,19}$/, 'The id of a change is a number.'),
})

export const approveTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/admin/message-template-changes/:changeId/approve',
  access: having('programme.approve'),
  tag,
  summary: 'Approve a text that somebody else proposed: the next message carries it',
  params,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: templateChange,
})

export const rejectTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/admin/message-template-changes/:changeId/reject',
  access: having('programme.approve'),
  tag,
  summary: 'Reject a text that somebody else proposed',
  params,
  body: z.object({ note: reason }),
  response: templateChange,
})

export const withdrawTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/admin/message-template-changes/:changeId/withdraw',
  access: having('programme.edit'),
  tag,
  summary: 'Withdraw a text of one’s own that is not decided yet',
  params,
  response: templateChange,
})

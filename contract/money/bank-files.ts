import { z } from 'zod'
import { anyone, defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { listQuery, page } from '../paging.ts'
import { CSV_TYPE, FILE_TYPES, SHEET_MAX_BYTES, XLSX_TYPE } from '../sheets.ts'
import { instant } from '../time.ts'
import { paise } from '../paise.ts'

const tag = 'Bank files'
const PENDING = '/dashboard/pending-payment'
const fileId = z.string().regex(/^\d{1,19}$/, 'A file id is a number.')

/** Payments that were written into one file for the bank. */
export const bankFile = z.object({
  bankFileId: z.string(),
  number: z.string(),
  madeAt: instant,
  madeBy: z.string(),
  payments: z.number().int(),
  totalPaise: paise,
  /** Of them so far. */
  processed: z.number().int(),
  failed: z.number().int(),
  downloads: z.number().int(),
  /** The numbers of accounts are kept only until each of its payments is over. */
  downloadable: z.boolean(),
})
export type BankFile = z.infer<typeof bankFile>

export const bankFiles = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/bank-files',
  access: seeing(PENDING),
  tag,
  summary: 'Files made for the bank, newest first',
  query: listQuery({}, ['newest']),
  response: page(bankFile),
})

export const makeBankFile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/bank-files',
  access: having('payment.send'),
  tag,
  summary: 'Put what is queued for the bank into a file; each payment is checked again first',
  body: z.object({
    /** Gross, of all that is queued: what the person has seen. Another sum now is answered with 409. */
    totalPaise: paise,
  }),
  response: z.object({
    file: bankFile.nullable(),
    /** Those that could not be paid when their turn came. */
    left: z.array(z.object({ redemptionId: z.string(), number: z.string(), reason: z.string() })),
  }),
})

export const downloadBankFile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/bank-files/:fileId/download',
  access: having('payment.send'),
  tag,
  summary: 'The file with whole account numbers, recorded in the audit trail',
  params: z.object({ fileId }),
  body: z.object({ format: z.enum(['xlsx', 'csv'], { error: 'xlsx or csv.' }) }),
  response: file(XLSX_TYPE, CSV_TYPE),
})

/** Columns of the bank's answer, in its first row, in any order; more of them are passed over. */
export const ANSWER_COLUMNS = ['Reference', 'Amount', 'Status', 'UTR', 'Reason', 'Date'] as const

export const ANSWER_OUTCOMES = ['pay', 'fail', 'reverse', 'same', 'refused'] as const
export const answerRow = z.object({
  line: z.number().int(),
  reference: z.string(),
  amount: z.string(),
  status: z.string(),
  utr: z.string(),
  memberName: z.string().nullable(),
  redemptionId: z.string().nullable(),
  /** What applying it does; `same` changes nothing, `refused` is left out for its reason. */
  outcome: z.enum(ANSWER_OUTCOMES),
  reason: z.string().nullable(),
  applied: z.boolean(),
})
export type AnswerRow = z.infer<typeof answerRow>

export const bankAnswer = z.object({
  answerId: z.string(),
  name: z.string(),
  state: z.enum(['preview', 'applied']),
  cameAt: instant,
  cameBy: z.string(),
  appliedAt: instant.nullable(),
  appliedBy: z.string().nullable(),
  /** True where the very same file came before: this is that one. */
  cameBefore: z.boolean(),
  counts: z.object(
    Object.fromEntries(ANSWER_OUTCOMES.map((name) => [name, z.number().int()])) as Record<
      (typeof ANSWER_OUTCOMES)[number],
      z.ZodNumber
    >,
  ),
  rows: z.array(answerRow),
})
export type BankAnswer = z.infer<typeof bankAnswer>

export const previewBankAnswer = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/bank-answers',
  access: having('payment.send'),
  tag,
  summary:
    'What the bank answered, as xlsx or CSV: each row with what it would do; nothing is applied',
  query: z.object({ name: z.string().trim().min(1, 'Name the file.').max(200) }),
  upload: { types: FILE_TYPES, maxBytes: SHEET_MAX_BYTES },
  response: bankAnswer,
})

export const applyBankAnswer = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/bank-answers/:answerId/apply',
  access: having('payment.send'),
  tag,
  summary:
    'Apply what the preview showed; refused rows are left out, a second time changes nothing',
  params: z.object({ answerId: z.string().regex(/^\d{1,19}$/, 'An answer id is a number.') }),
  body: z.object({
    /** Rows that would change something, as the person saw them. Another number now is answered with 409. */
    changes: z.number().int().min(0),
  }),
  response: bankAnswer,
})

/** What RazorpayX tells by itself. Its signature over the raw body stands for a sign-in. */
export const razorpayxWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/razorpayx',
  access: anyone,
  tag: 'Webhooks',
  summary: 'An event of a payout: signed, at least once, in any order',
  upload: { types: ['application/json'], maxBytes: 256 * 1024 },
  response: z.object({ received: z.literal(true) }),
})

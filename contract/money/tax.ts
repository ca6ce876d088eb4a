import { z } from 'zod'
import { defineEndpoint, having } from '../endpoint.ts'
import { listQuery, page, wholeNumber } from '../paging.ts'
import { FILE_TYPES, SHEET_MAX_BYTES } from '../sheets.ts'
import { instant, isoDate } from '../time.ts'
import { paise } from '../paise.ts'

const tag = 'Tax'

/**
 * How the tax of one benefit was found. `lines` add up from the top: each `sum` is the lines since
 * the last one, as is what the member gets.
 */
export const taxExplained = z.object({
  /** False while it is what would be taken if it were paid now. */
  taken: z.boolean(),
  section: z.string().nullable(),
  form: z.string().nullable(),
  paymentCode: z.string().nullable(),
  /** Of the financial year that begins in this year. */
  financialYear: z.number().int(),
  rateBps: z.number().int(),
  withPan: z.boolean(),
  valuePaise: paise,
  /** What the tax is a percentage of. */
  basePaise: paise,
  taxPaise: paise,
  /** What is paid out; of a gift, nothing. */
  netPaise: paise,
  words: z.string(),
  lines: z.array(
    z.object({ label: z.string(), paise, kind: z.enum(['item', 'sum', 'share', 'note']) }),
  ),
})
export type TaxExplained = z.infer<typeof taxExplained>

/** Columns of the file, in its first row, in any order. */
export const OUTSIDE_COLUMNS = ['Member code', 'Date', 'Value', 'Tax deducted', 'What'] as const

export const outsideRow = z.object({
  line: z.number().int(),
  given: z.array(z.string()),
  memberCode: z.string(),
  memberName: z.string().nullable(),
  outcome: z.enum(['add', 'repeated', 'refused', 'added']),
  reason: z.string().nullable(),
})
export const outsidePreview = z.object({
  fileId: z.string(),
  name: z.string(),
  state: z.enum(['preview', 'applied']),
  rows: z.array(outsideRow),
  counts: z.object({
    add: z.number().int(),
    repeated: z.number().int(),
    refused: z.number().int(),
    added: z.number().int(),
  }),
  valuePaise: paise,
})
export type OutsidePreview = z.infer<typeof outsidePreview>

export const previewOutsideBenefits = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/outside-benefits',
  access: having('tax.import'),
  tag,
  summary: 'Benefits given outside the system, as a file: checked and shown, nothing is applied',
  query: z.object({ name: z.string().trim().min(1).max(200) }),
  upload: { types: FILE_TYPES, maxBytes: SHEET_MAX_BYTES },
  response: outsidePreview,
})

export const applyOutsideBenefits = defineEndpoint({
  method: 'POST',
  path: '/api/admin/tax/outside-benefits/:fileId/apply',
  access: having('tax.import'),
  tag,
  summary: 'Count the shown benefits towards the threshold; refused rows are left out',
  params: z.object({ fileId: z.string().regex(/^\d{1,19}$/, 'A file id is a number.') }),
  body: z.object({ rows: wholeNumber('Rows') }),
  response: outsidePreview,
})

export const outsideBenefits = defineEndpoint({
  method: 'GET',
  path: '/api/admin/tax/outside-benefits',
  access: having('tax.import'),
  tag,
  summary: 'Benefits given outside the system, newest first',
  query: listQuery({ member: wholeNumber('Member').optional() }, ['newest']),
  response: page(
    z.object({
      benefitId: z.string(),
      memberId: z.number().int(),
      memberCode: z.string(),
      memberName: z.string(),
      day: isoDate,
      valuePaise: paise,
      taxPaise: paise,
      what: z.string(),
      addedAt: instant,
      addedBy: z.string(),
    }),
  ),
})

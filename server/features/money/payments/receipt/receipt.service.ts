import { Readable } from 'node:stream'
import type { Context } from '../../../../context.ts'
import type { FileAnswer } from '../../../../http/mount.ts'
import { AppError, notFound } from '../../../../lib/app-error.ts'
import { isId } from '../../../../lib/ids.ts'
import { letterhead } from '../../../platform/identity/index.ts'
import { explainPaymentTax } from '../../tax/index.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptFacts } from './receipt.queries.ts'

/**
 * The receipt of a payment that arrived, on one page; one that came back later says so. 404 in words
 * where nothing arrived.
 */
export async function paymentReceipt(
  { db, now }: Pick<Context, 'db' | 'now'>,
  paymentId: string,
): Promise<FileAnswer> {
  const facts = isId(paymentId) && (await receiptFacts(db, paymentId))
  if (!facts) throw notFound('This payment')
  const { processedAt } = facts
  const tax = await explainPaymentTax(db, paymentId, facts.language)
  if (processedAt === null || tax === null) {
    const message = `${facts.number} has no receipt: it did not arrive.`
    throw new AppError('not_found', message)
  }
  const bytes = await receiptPdf({ ...facts, processedAt }, tax, {
    letterhead: await letterhead(db),
    madeAt: now(),
  })
  return {
    stream: Readable.from([bytes]),
    name: `receipt-${facts.number}.pdf`,
    type: 'application/pdf',
  }
}

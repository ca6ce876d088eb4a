import { z } from 'zod'
import { paymentMode } from '../../../../../contract/money/payment-states.ts'
import { canonicalJson } from '../../../../lib/canonical-json.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import type { PayoutRequest } from '../provider/provider.ts'

const sealContext = (paymentId: string) => `payment:${paymentId}:sealed`

const request = z.object({
  idempotencyKey: z.string(),
  number: z.string(),
  amountPaise: z.number().int(),
  mode: paymentMode,
  beneficiary: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('bank'), name: z.string(), account: z.string(), ifsc: z.string() }),
    z.object({ kind: z.literal('upi'), name: z.string(), address: z.string() }),
  ]),
  contact: z.object({ reference: z.string(), name: z.string() }),
})

/** A request as it is kept until its payment is over, so that every try of it is the very same. */
export async function sealRequest(
  vault: Vault,
  paymentId: string,
  wanted: PayoutRequest,
): Promise<Buffer> {
  return vault.seal(Buffer.from(canonicalJson(wanted)), sealContext(paymentId))
}

export async function openRequest(
  vault: Vault,
  paymentId: string,
  sealed: Buffer,
): Promise<PayoutRequest> {
  const plain = await vault.open(sealed, sealContext(paymentId))
  return request.parse(JSON.parse(plain.toString('utf8')))
}

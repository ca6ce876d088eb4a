import { setImmediate as turn } from 'node:timers/promises'
import type { PrintOf } from '../../../../contract/programme/batch-print.ts'
import { codeAddress } from '../../../../contract/programme/code.ts'
import { cartonKeyOf, codesOf } from './codes.ts'

/** A batch as its labels tell of it. */
export type Printed = {
  batchId: number
  quantity: number
  cartonSize: number | null
  productName: string
  points: number
  expiresOn: string
  qrForm: 'url' | 'gs1'
  gtin: string | null
  publicUrl: string
}
export type Printable = Printed & { batchKey: Buffer }
/** Serials or numbers of cartons, both ends included. */
export type Range = { from: number; to: number }
export type Label = {
  /** The pack's serial, or the carton's number. */
  number: number
  code: string
  /** What its QR holds. */
  address: string
  /** The serials of its packs: a pack's own. */
  first: number
  last: number
}

/**
 * The GTIN that the QR of a label begins with. A carton is no unit that is sold under the GTIN of the
 * packs in it, so its label never has one.
 */
export function gtinOf({ qrForm, gtin }: Printed, of: PrintOf): string | null {
  return qrForm === 'gs1' && of === 'packs' ? gtin : null
}

/**
 * The labels of a run, made again from the batch's key, `size` of them in one turn of the event loop:
 * memory does not grow with the run, and a fast reader keeps nobody else waiting.
 */
export async function* labelPieces(
  batch: Printable,
  of: PrintOf,
  { from, to }: Range,
  size: number,
): AsyncGenerator<Label[]> {
  const { batchId, batchKey, publicUrl, quantity } = batch
  const key = of === 'cartons' ? cartonKeyOf(batchKey) : batchKey
  const packs = of === 'cartons' ? (batch.cartonSize ?? 1) : 1
  const gtin = gtinOf(batch, of)
  for (let start = from; start <= to; start += size) {
    const codes = codesOf(key, batchId, start, Math.min(size, to - start + 1))
    yield codes.map((code, index) => {
      const number = start + index
      return {
        number,
        code,
        address: codeAddress(publicUrl, code, gtin),
        first: (number - 1) * packs + 1,
        last: Math.min(number * packs, quantity),
      }
    })
    await turn()
  }
}

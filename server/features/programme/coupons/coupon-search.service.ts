import { parseCode } from '../../../../contract/programme/code.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { batchesNamed, batchKeyOf, codeKey, codeKeysOf } from '../batches/index.ts'
import * as queries from './coupons.queries.ts'

const SERIAL = /^([0-9a-z]{1,7})\s*\/\s*(\d{1,9})$/i

/** What a text names: a serial of one of these batches, the likelier first, or a code. */
export type CouponNamed =
  | { by: 'serial'; named: string; batches: number[]; serial: number }
  | { by: 'code'; couponKey: string }

/** Reads a code, the address of its QR, or batch and serial; null where it is none of them. */
export function readCouponName(text: string): CouponNamed | null {
  const [, named, serial] = SERIAL.exec(text) ?? []
  if (named !== undefined) {
    return { by: 'serial', named, batches: batchesNamed(named), serial: Number(serial) }
  }
  const parsed = parseCode(text)
  return parsed && { by: 'code', couponKey: codeKey(parsed.batchId, parsed.code) }
}

/** The key under which a named coupon would be stored. A serial that cannot be is not found, in words. */
export async function keyOfNamed(context: Context, name: CouponNamed): Promise<string> {
  if (name.by === 'code') return name.couponKey
  const { batches, named, serial } = name
  for (const batchId of batches) {
    const quantity = await queries.sizeOfBatch(context.db, batchId)
    if (quantity === undefined) continue
    if (serial < 1 || serial > quantity) {
      const sentence = `Batch ${batchId} has the serials 1 to ${quantity}: there is no ${serial}.`
      throw new AppError('not_found', sentence)
    }
    const [key] = codeKeysOf(await batchKeyOf(context, batchId), batchId, serial, 1)
    if (key) return key
  }
  throw new AppError('not_found', `There is no batch ${named}.`)
}

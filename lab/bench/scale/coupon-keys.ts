import { hash } from 'node:crypto'
import { codesOf } from '../../../server/features/programme/batches/codes.ts'
import type { Sizes } from './sizes.ts'

export const WORDS = 3

/** The key of a bench's batch: the same in every run, so that a kept database is found by its codes. */
export const batchKeyOf = (batchId: number) => hash('sha256', `bench batch ${batchId}`, 'buffer')

/** The digest of every coupon's own code, three words each, by its place: batch after batch. */
export function couponKeys({ batches, batchSize }: Sizes): Int32Array {
  const words = new Int32Array(batches * batchSize * WORDS)
  let at = 0
  for (let batchId = 1; batchId <= batches; batchId++) {
    for (const code of codesOf(batchKeyOf(batchId), batchId, 1, batchSize)) {
      const digest = hash('sha256', code, 'buffer')
      words[at++] = digest.readInt32BE(0)
      words[at++] = digest.readInt32BE(4)
      words[at++] = digest.readInt32BE(8)
    }
  }
  return words
}

// What other rooms may use of this one.
export { resealBatchKeys } from './batch-keys.service.ts'
export { batchesNamed, isWithoutCoupons } from './batch-name.ts'
export { batchEvents, batchKeyOf, lockedBatch, type LockedBatch } from './batches.service.ts'
export { codeKey, codeKeysOf } from './codes.ts'

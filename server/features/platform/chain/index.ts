// What other rooms may use of this one.
export { resealChainKey } from './chain-key.service.ts'
export type { Chain } from './chain-keys.ts'
export { declareRestored } from './chain.service.ts'
export type { Outside } from './outside/outside.ts'
export { isSealed } from './sealed-records.ts'
export { sealRow, sealTransfers } from './sealing.service.ts'
export { digestsOf, GENESIS, ledgerSealHash, ledgerText, type Sealed } from './seals.ts'
export { onSnapshot, verifyChain } from './verify-chain.service.ts'

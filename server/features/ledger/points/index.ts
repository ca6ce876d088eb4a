// What other rooms may use of this one.
export { lockedBalances, type Move, postTransfer } from './points.service.ts'
export { postEach } from './post-each.service.ts'
export { belongsTo, isInIndexByRef } from './transfer-ref.ts'

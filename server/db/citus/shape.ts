/**
 * How the tables lie on a Citus cluster: those that grow without end are cut by a column; all others,
 * and the job queue, stay on the coordinator. Tables beside one another are cut alike, so that the rows
 * of a member are on one node.
 */
export const DISTRIBUTED = {
  coupon: { by: 'code_key', beside: 'none' },
  member_account: { by: 'member_id', beside: 'none' },
  scan: { by: 'member_id', beside: 'member_account' },
  transfer: { by: 'member_id', beside: 'member_account' },
  scheme_member: { by: 'member_id', beside: 'member_account' },
  handling_charge: { by: 'retailer_id', beside: 'member_account' },
} as const satisfies Record<string, { by: string; beside: string }>

export type DistributedTable = keyof typeof DISTRIBUTED
export const DISTRIBUTED_TABLES = Object.keys(DISTRIBUTED) as DistributedTable[]

export function isDistributed(table: string): table is DistributedTable {
  return Object.hasOwn(DISTRIBUTED, table)
}

/**
 * Triggers that a cluster has to do without. They are a second lock on a door that is shut anyway: no
 * statement of the product changes a transfer, and `npm run verify` finds one that was.
 */
export const DROPPED_TRIGGERS = [{ table: 'transfer', name: 'transfer_append_only' }] as const

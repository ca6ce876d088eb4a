import type { Tx } from '../../../db/database.ts'
import { isMasterKey, rememberMasterKey } from '../../../db/checks.ts'
import type { Keys } from '../../../lib/crypto.ts'
import { resignHead, writeAudit } from '../../platform/audit/index.ts'
import { resealChainKey } from '../../platform/chain/index.ts'
import { resealBatchKeys } from '../../programme/batches/index.ts'
import { countServers, lockWhatMasterKeySealed, unwrap, wrap } from '../../platform/vault/index.ts'
import * as queries from '../../platform/vault/index.ts'

/** The name under which the commands connect, so that they can tell a running server from themselves. */
export const COMMAND = 'hil-command'

/**
 * Makes another master key the one that the database needs, in one transaction: wraps the data keys,
 * seals what the master key seals directly, signs the audit trail. A running server would go on with
 * the old key and write what nobody could open, so there must be none.
 */
export async function changeMasterKey(
  tx: Tx,
  { from, to }: { from: Keys; to: Keys },
  at: Date,
): Promise<{ dataKeys: number; batchKeys: number }> {
  await queries.lockKeys(tx)
  await lockWhatMasterKeySealed(tx)
  const servers = await countServers(tx, COMMAND)
  if (servers > 0) {
    throw new Error(
      `A server still works on this database (${servers} connections): stop every one of them first. They know the old key only.`,
    )
  }
  if (!(await isMasterKey(tx, from))) {
    throw new Error('The master key in use is not the one this database needs.')
  }
  const held = await queries.heldKeys(tx)
  for (const wrapped of held) {
    await queries.replaceWrapped(tx, wrapped.keyId, wrap(to, wrapped, unwrap(from, wrapped)))
  }
  const batchKeys = await resealBatchKeys(tx, { from, to })
  await resealChainKey(tx, { from, to })
  await rememberMasterKey(tx, to, at)
  await resignHead(tx, { from, to })
  await writeAudit(tx, to, {
    by: null,
    action: 'keys.master_changed',
    subject: 'master_key',
    subjectId: 'master',
    after: { dataKeys: held.length, batchKeys },
  })
  return { dataKeys: held.length, batchKeys }
}

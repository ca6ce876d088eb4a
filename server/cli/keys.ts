// npm run keys -- status | rotate | master: the keys that values are sealed by.
import { checkMasterKey, checkServer, isMasterKey } from '../db/checks.ts'
import { transaction } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { beginAuditChain } from '../features/platform/audit/audit.service.ts'
import {
  changeMasterKey,
  COMMAND,
} from '../features/operations/master-key/master-change.service.ts'
import { alone, keyStatus, rotate } from '../features/platform/vault/rotation.service.ts'
import { openVault } from '../features/platform/vault/vault.service.ts'
import { makeKeys } from '../lib/crypto.ts'
import { replaceMasterKeyFile } from '../lib/master-key.ts'
import { withDatabase, type Opened } from './open.ts'

const USAGE = `Usage: npm run keys -- status | rotate | master
  status  the keys, and how many values each seals
  rotate  seal every value by a new key, beside running servers, and retire the older ones
  master  take the key in NEXT_MASTER_KEY (64 hexadecimal digits) for the master key; stop the servers first`

const say = (line: string) => process.stdout.write(`${line}\n`)

const COMMANDS: Record<string, (opened: Opened) => Promise<number>> = {
  async status(opened) {
    await prepare(opened)
    for (const { keyId, purpose, createdAt, retiredAt, values } of await keyStatus(opened.db)) {
      const state = retiredAt ? `retired ${retiredAt.toISOString()}` : 'in use'
      const sealed = Object.entries(values).map(([name, count]) => `${name} ${count}`)
      say([`key ${keyId}`, purpose, `made ${createdAt.toISOString()}`, state, ...sealed].join('  '))
    }
    return 0
  },
  async rotate(opened) {
    await prepare(opened)
    await rotate(opened, say)
    return 0
  },
  async master(opened) {
    const next = process.env.NEXT_MASTER_KEY ?? ''
    if (!/^[0-9a-f]{64}$/i.test(next)) {
      say('Set NEXT_MASTER_KEY to the new key: 64 hexadecimal digits (32 random bytes).')
      return 2
    }
    await takeMasterKey(opened, next)
    return 0
  },
}

async function prepare({ db, keys }: Opened): Promise<void> {
  await checkServer(db)
  await migrate(db)
  await checkMasterKey(db, keys)
  await transaction(db, (tx) => beginAuditChain(tx, keys))
  await openVault({ db, keys })
}

async function takeMasterKey(opened: Opened, next: string): Promise<void> {
  const { db, keys, connection, config } = opened
  const to = makeKeys(Buffer.from(next, 'hex'))
  await checkServer(db)
  await migrate(db)
  // After a crash between the two, the database has the new key and only the file is left to do.
  if (await isMasterKey(db, to)) say('The database needs this key already.')
  else {
    await prepare(opened)
    await alone(connection, async () => {
      const { dataKeys, batchKeys } = await transaction(db, (tx) =>
        changeMasterKey(tx, { from: keys, to }, new Date()),
      )
      say(`${dataKeys} data keys and ${batchKeys} batch keys are sealed by the new master key.`)
    })
  }
  if (config.MASTER_KEY === undefined) {
    say(`The new key is in ${await replaceMasterKeyFile(config.DATA_DIR, next)}.`)
  } else say('From now on start every process with MASTER_KEY set to the new key.')
  say('Keep a copy of it apart from the database, and destroy the old one.')
}

const command = COMMANDS[process.argv[2] ?? '']
if (!command || process.argv.length > 3) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else await withDatabase(command, { name: COMMAND })

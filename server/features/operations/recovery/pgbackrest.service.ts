import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { openDatabase } from '../../../db/database.ts'
import { makeKeys } from '../../../lib/crypto.ts'
import { BackupError, keyFor } from '../backup/index.ts'
import { declareRestored } from '../../platform/chain/index.ts'
import { momentForPostgres, formatMoment } from './moment.ts'
import { prove } from './recover.service.ts'
import { NEXT, type Talk } from './restore-moment.service.ts'

const POLL_MS = 500
/** How long somebody may take to start PostgreSQL, and it to replay its log. */
const PATIENCE_MS = 24 * 3_600_000

type Wanted = { to: Date | null; stanza: string }

/** What `pgbackrest info --output=json` says of a stanza, as far as it matters here. */
const info = z.array(
  z.object({
    status: z.object({ code: z.number(), message: z.string() }),
    backup: z.array(
      z.object({
        label: z.string(),
        error: z.boolean().nullish(),
        timestamp: z.object({ start: z.number(), stop: z.number() }),
      }),
    ),
  }),
)

/**
 * Takes a PostgreSQL of one's own back to a moment by pgBackRest, on the machine of the database and as
 * its account: checks, asks, restores, waits until PostgreSQL was started and has replayed, then proves
 * the programme and says outside which heads are given up. Gives the exit code.
 */
export async function restoreByPgBackRest(
  config: Config,
  { to, stanza }: Wanted,
  { say, confirm }: Talk,
): Promise<number> {
  const { DATABASE_URL } = config
  if (DATABASE_URL === undefined) {
    throw new BackupError('Set DATABASE_URL to the database that pgBackRest restores.')
  }
  const keys = makeKeys(Buffer.from(await keyFor(config, config.DATA_DIR), 'hex'))
  if (to !== null && to > new Date()) {
    throw new BackupError(`${formatMoment(to)} is yet to come.`)
  }
  await refuseRunning(DATABASE_URL)
  const backup = await chooseBackup(stanza, to)
  say(
    to
      ? `The database as it was on ${formatMoment(to)} is restored`
      : 'Everything that was archived is restored',
  )
  say(`  by         pgBackRest, stanza ${stanza}: backup ${backup.label} and the log after it`)
  say('  into       the data folder that its configuration names; what is in it is overwritten')
  say('  given up   all that happened later: its heads outside are told as given up, for good')
  if (!(await confirm('Restore now?'))) {
    say('Nothing was done.')
    return 2
  }
  await pgBackRest(stanza, restoreArguments(to, backup.label))
  say('Restored. Start PostgreSQL now (systemctl start postgresql); this command waits for it.')
  const { db } = openDatabase({ connectionString: DATABASE_URL }, { size: 2, onError: () => {} })
  try {
    await promoted(DATABASE_URL)
    const { findings, upTo } = await prove(db, keys, { to })
    await declareRestored({ db, keys, config })
    say(`PostgreSQL replayed up to ${upTo ? formatMoment(upTo) : 'the backup'}.`)
    for (const line of NEXT) say(line)
    for (const finding of findings) say(`  ${finding}`)
    if (findings.length === 0) say('Every invariant holds and the audit trail is whole.')
    return findings.length === 0 ? 0 : 1
  } finally {
    await db.destroy()
  }
}

function restoreArguments(to: Date | null, label: string): string[] {
  const always = ['--delta', `--set=${label}`, '--target-action=promote', 'restore']
  if (to === null) return ['--delta', `--set=${label}`, 'restore']
  return ['--type=time', `--target=${momentForPostgres(to)}`, ...always]
}

/** The newest backup that was whole before the moment. */
async function chooseBackup(stanza: string, to: Date | null) {
  const text = await pgBackRest(stanza, ['--output=json', 'info'])
  const [found] = info.parse(JSON.parse(text))
  if (!found || found.status.code !== 0) {
    throw new BackupError(
      `pgBackRest has nothing to restore under ${stanza}: ${found?.status.message ?? 'no such stanza'}.`,
    )
  }
  const whole = found.backup.filter(({ error }) => !error)
  const stopOf = (one: (typeof whole)[number]) => new Date(one.timestamp.stop * 1000)
  const selected = whole.findLast((one) => to === null || stopOf(one) < to)
  if (selected) return selected
  const [oldest] = whole
  throw new BackupError(
    `The oldest backup is of ${oldest ? formatMoment(stopOf(oldest)) : 'never'}: no earlier moment can be restored.`,
  )
}

async function refuseRunning(connectionString: string): Promise<void> {
  if ((await recoveryState(connectionString)) === 'away') return
  throw new BackupError(
    'PostgreSQL runs. Stop the servers of the programme, then PostgreSQL (systemctl stop postgresql), and begin again.',
  )
}

async function promoted(connectionString: string): Promise<void> {
  for (const limit = Date.now() + PATIENCE_MS; Date.now() < limit; await pause(POLL_MS)) {
    if ((await recoveryState(connectionString)) === 'over') return
  }
  throw new BackupError(
    'PostgreSQL was not started, or did not come to its end, within a day. Its log says why; then run npm run heads -- restored and npm run verify.',
  )
}

const AWAY = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'])
/** It starts, replays or stops: that is not away. */
const CANNOT_CONNECT_NOW = '57P03'

async function recoveryState(connectionString: string): Promise<'away' | 'replaying' | 'over'> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  // Without a listener the end of a connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ replaying: boolean }>(
      'select pg_is_in_recovery() as replaying',
    )
    return rows[0]?.replaying ? 'replaying' : 'over'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === CANNOT_CONNECT_NOW) return 'replaying'
    if (AWAY.has(code)) return 'away'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function pgBackRest(stanza: string, args: string[]): Promise<string> {
  const { PGBACKREST_CONFIG: conf } = process.env
  // Named, so that the command it leaves for PostgreSQL names it too.
  const named = conf === undefined ? [] : [`--config=${conf}`]
  return new Promise((resolve, reject) => {
    const child = spawn('pgbackrest', [...named, `--stanza=${stanza}`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [said, wrong] = ['', '']
    child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (wrong += piece.toString()))
    child.once('error', (cause) =>
      reject(
        new BackupError(
          `pgbackrest cannot be run here: ${cause.message}. Run this on the machine of the database (apt-get install pgbackrest).`,
          { cause },
        ),
      ),
    )
    child.once('close', (code) => {
      if (code === 0) return resolve(said)
      reject(new BackupError(`pgbackrest did not do it (${code}): ${(wrong || said).trim()}`))
    })
  })
}

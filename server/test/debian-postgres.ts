import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createDatabase, type Connection } from '../db/embedded/database.ts'

/** A PostgreSQL of the machine's own, started for a run and gone with it. */
export type DebianPostgres = {
  connection: Connection
  createDatabaseIfMissing(name: string): Promise<void>
  /** Its data folder, and the account whose it is; null where that is our own. */
  data: string
  account: { uid: number; gid: number } | null
  /** Stops it and leaves its folder; `resume` starts it again. */
  halt(): void
  resume(): void
  stop(): Promise<void>
}

export const DEBIAN_15 = '/usr/lib/postgresql/15/bin'

/**
 * A new cluster in /tmp that listens on a Unix socket only, by the programs in `bin`. Root lends it the
 * account `postgres`, which such packages bring.
 */
export function startDebianPostgres(
  bin: string,
  settings: Record<string, string> = {},
): DebianPostgres {
  if (!existsSync(path.join(bin, 'initdb'))) {
    throw new Error(`There is no PostgreSQL in ${bin}. Run: apt-get install postgresql-15`)
  }
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null
  // Short: the path of a socket holds 107 bytes.
  const folder = mkdtempSync('/tmp/hil-pg-')
  if (account) chownSync(folder, account.uid, account.gid)
  const data = path.join(folder, 'data')
  const log = path.join(folder, 'log')
  const call = (program: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(path.join(bin, program), args, {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      // The server that pg_ctl leaves behind must not hold our pipes open.
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
    })
    if (status === 0) return
    const told = program === 'pg_ctl' ? readFileSync(log, 'utf8').slice(-2000) : stdout + stderr
    throw new Error(`${program} ended with ${status}: ${told}`)
  }
  call('initdb', ['-D', data, '-U', 'app', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'])
  const all = { listen_addresses: '', unix_socket_directories: folder, port: '5432', ...settings }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
  let isUp = false
  const resume = () => {
    call('pg_ctl', ['start', '-D', data, '-w', '-t', '60', '-l', log, '-o', options.join(' ')])
    isUp = true
  }
  const halt = () => {
    if (isUp) call('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'])
    isUp = false
  }
  resume()
  const connection: Connection = {
    host: folder,
    port: 5432,
    user: 'app',
    database: 'postgres',
    ssl: false,
  }
  return {
    connection,
    createDatabaseIfMissing: (name) => createDatabase(connection, name),
    data,
    account,
    halt,
    resume,
    stop() {
      halt()
      rmSync(folder, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  if (line === undefined) throw new Error(`There is no account ${name} for PostgreSQL.`)
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Random } from '../../../server/demo/random.ts'
import { TRIAL, type Product } from './product.ts'

type Strike = (product: Product, random: Random) => Promise<void>

const LONGEST_STALL_MS = 2_500

/** kill -9 of what holds the data. */
const KILLS = {
  'server killed': async (product) => {
    await product.killServer()
    await product.startServer()
  },
  'PostgreSQL killed': async (product) => {
    const pid = await product.postmasterPid()
    process.kill(pid, 'SIGKILL')
    // Its number stays in the file until another one is started in its place.
    while ((await product.postmasterPid()) === pid) await pause(20)
  },
  'both killed': async (product) => {
    process.kill(await product.postmasterPid(), 'SIGKILL')
    await product.killServer()
    await product.startServer()
  },
} satisfies Record<string, Strike>

const TROUBLES = {
  'server stalled': async (product, random) => stall(product.serverPid(), random),
  'backend stalled': async ({ db }, random) => stall(await backendPid({ db }, random), random),
  'backend killed': async ({ db }, random) => signal(await backendPid({ db }, random), 'SIGKILL'),
  'connections cut': async ({ relay }, random) => {
    for (let cuts = 0; cuts < 5; cuts++) {
      relay.cut()
      await pause(100 * random.next())
    }
  },
  'provider killed': async ({ simulator }, random) => {
    await simulator.kill()
    await pause(LONGEST_STALL_MS * random.next())
    await simulator.start()
  },
} satisfies Record<string, Strike>

export const STRIKES: Record<string, Strike> = { ...KILLS, ...TROUBLES }
export const isKill = (fault: string) => fault in KILLS

/** So many kills, each kind in turn and in another order each time, with another trouble after each. */
export function planFaults(random: Random, kills: number): string[] {
  const [kill, trouble] = [
    inTurn(random, Object.keys(KILLS)),
    inTurn(random, Object.keys(TROUBLES)),
  ]
  return Array.from({ length: kills }, () => [kill(), trouble()]).flat()
}

/** Gives each of the names once before it gives one again. */
function inTurn(random: Random, names: readonly string[]): () => string {
  let left: string[] = []
  return () => {
    if (left.length === 0) left = [...names]
    return left.splice(random.below(left.length), 1)[0] ?? ''
  }
}

async function stall(pid: number, random: Random): Promise<void> {
  signal(pid, 'SIGSTOP')
  await pause(LONGEST_STALL_MS * (0.2 + 0.8 * random.next()))
  signal(pid, 'SIGCONT')
}

/** One that ended by itself meanwhile is not missed. */
function signal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** One of the server's connections to the database; the trial's own are left alone. */
async function backendPid({ db }: Pick<Product, 'db'>, random: Random): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and application_name <> ${TRIAL} order by pid`.execute(db)
  const found = rows[random.below(rows.length)]
  if (!found) throw new Error('The server has no connection to its database.')
  return found.pid
}

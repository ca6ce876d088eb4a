import { setTimeout as pause } from 'node:timers/promises'
import { makeRandom } from '../../../server/demo/random.ts'
import { isReady } from '../../../server/test/launch.ts'
import type { TestServer } from '../../../server/test/server.ts'
import type { Desk, Journal, Turn } from './journal.ts'
import { scanner } from './members.ts'
import type { Product } from './product.ts'
import { lineWorker } from './staff.ts'

const LONGEST_MS = 90_000

/**
 * Lets a member scan and a worker deliver, each alone, and kills PostgreSQL as soon as the first of
 * what they do is acknowledged. While all are at work, the commit of one writes down those of the
 * others before it, and hides one that was acknowledged too early.
 */
export async function killAtEachWord(product: Product, journal: Journal): Promise<void> {
  const [member, worker] = [product.world.scanners[0], product.world.workers[0]]
  if (!member || !worker) throw new Error('There is nobody to be heard.')
  const turns: ((desk: Desk) => Turn)[] = [
    (desk) => scanner(desk, member),
    (desk) => lineWorker(desk, worker),
  ]
  for (const [seed, turn] of turns.entries()) {
    const { world } = product
    const pid = await product.postmasterPid()
    const call = killedAtWord(product, pid)
    await turn({ call, world, journal, random: makeRandom(seed) })()
    await untilReplaced(product, pid)
  }
}

/** Calls of which the first that has its effect is the last that this PostgreSQL answers. */
function killedAtWord({ call }: Product, pid: number): TestServer['call'] {
  let isAlive = true
  return async (endpoint, sent) => {
    const answer = await call(endpoint, sent)
    if (isAlive && answer.status < 300) process.kill(pid, 'SIGKILL')
    isAlive &&= answer.status >= 300
    return answer
  }
}

/** Sessions of a killed postmaster may answer for a moment: only another one is a new beginning. */
async function untilReplaced({ url, postmasterPid }: Product, pid: number): Promise<void> {
  const isNew = async (): Promise<boolean> =>
    (await postmasterPid().catch(() => pid)) !== pid && (await isReady(url))
  for (const end = Date.now() + LONGEST_MS; !(await isNew()); await pause(50)) {
    if (Date.now() > end) throw new Error('PostgreSQL was not killed and started again.')
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { makeRandom } from '../../demo/random.ts'
import { isReady } from '../launch.ts'
import type { TestServer } from '../server.ts'
import type { Desk, Journal, Turn } from './journal.ts'
import { scanner } from './members.ts'
import type { Product } from './product.ts'
import { lineWorker } from './staff.ts'

const LONGEST_MS = 90_000

/**
 * Lets a member scan and a worker deliver, each alone, and kills PostgreSQL as soon as the first of
 * what he does is acknowledged. While all are at work, the commit of one writes down those of the
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
    const call = await killedAtWord(product)
    await turn({ call, world, journal, random: makeRandom(seed) })()
    await untilReady(product)
  }
}

/** Calls of which the first that has its effect is the last that this PostgreSQL answers. */
async function killedAtWord({ call, postmasterPid }: Product): Promise<TestServer['call']> {
  const pid = await postmasterPid()
  let isAlive = true
  return async (endpoint, sent) => {
    const answer = await call(endpoint, sent)
    if (isAlive && answer.status < 300) process.kill(pid, 'SIGKILL')
    isAlive &&= answer.status >= 300
    return answer
  }
}

async function untilReady({ url }: Product): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; !(await isReady(url)); await pause(50)) {
    if (Date.now() > end) throw new Error('PostgreSQL was not started again.')
  }
}

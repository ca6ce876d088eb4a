import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const SAMPLE_MS = 2_000
/** Up to here a machine counts as quiet: some program always stirs. */
const QUIET = 0.05

function cpuTimes(): { busy: number; all: number } {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const sum = Object.values(times).reduce((total, time) => total + time, 0)
    busy += sum - times.idle
    all += sum
  }
  return { busy, all }
}

/** How much of the cores (0 to 1) others use, asked while nothing of ours is at work. */
export async function othersShare(): Promise<number> {
  const before = cpuTimes()
  await delay(SAMPLE_MS)
  const after = cpuTimes()
  return (after.busy - before.busy) / (after.all - before.all)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

/** What ran where and when, and whether it had the machine for itself; `shares` by the bench's name. */
export function describeRun(shares: Record<string, number>): string {
  const cores = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const changed = git('status', '--porcelain') === '' ? '' : ' with changes not committed'
  const day = new Date().toISOString().slice(0, 10)
  return [
    `\`npm run bench\` ran ${Object.keys(shares).join(', ')} on ${day} at commit ${git('rev-parse', '--short', 'HEAD')}${changed}: ${cores}, Node ${process.versions.node}, the embedded PostgreSQL 18, every commit flushed to disk. Server, database and load share the cores. A ratio is of two measurements in turns within this run, the median of its rounds.`,
    describeOthers(shares),
  ].join('\n\n')
}

function describeOthers(shares: Record<string, number>): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const most = Math.max(...Object.values(shares))
  if (most <= QUIET) {
    return `The machine was quiet: before each bench other programs used at most ${percent(most)} of the cores.`
  }
  const each = Object.entries(shares).map(([name, share]) => `${name} ${percent(share)}`)
  return `**The machine was not quiet.** Of the cores other programs used, before each bench: ${each.join(', ')}. That lowers the figures by an unknown amount; a missed bar counts as missed until a run on a quiet machine says otherwise.`
}

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeRun, othersShare } from '../machine.ts'
import { rowOf, type Result } from '../table.ts'
import { withLineAgain } from './line-again.ts'
import { openScale, type Where } from './open-scale.ts'
import { scansLine } from './report.ts'
import { benchBigAndEmpty } from './scan-path.ts'
import { readScale } from './sizes.ts'

/**
 * Measures the scans of benchScale and nothing else, over a programme that is built for it or was kept
 * (`where`), and replaces their line in the results of that scale where there are any.
 */
export async function benchScansAgain(
  scale: string,
  { rounds, ...where }: Where & { rounds?: number | undefined },
): Promise<Result> {
  let share = await othersShare()
  const big = await openScale(readScale(scale), where, console.log)
  let result: Result
  try {
    const { cluster, connection } = big
    result = scansLine(await benchBigAndEmpty(cluster.connection, connection, { rounds }), scale)
  } finally {
    await big.close()
  }
  share = Math.max(share, await othersShare())
  const file = path.join(import.meta.dirname, `../results-${scale}.md`)
  if (existsSync(file)) {
    const run = describeRun({ scans: share })
    await writeFile(file, withLineAgain(await readFile(file, 'utf8'), rowOf(result), run))
  }
  return result
}

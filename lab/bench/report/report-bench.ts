import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { WorkerResult } from './worker.ts'

export type BenchResult = { name: string; ratio: number; goal: number; detail: string }

/** exceljs is fastest without number formats; with them it makes the same file as ours. */
type Rival = 'exceljs' | 'exceljs-styled'
type Comparison = { rival: Rival; level: number; goal: number; label: string }

const runFile = promisify(execFile)
const HERE = import.meta.dirname
const ROUNDS = 3
const ROWS = 200_000
const LONG_ROWS = 1_000_000
/** Of memory at most; what is sealed is held twice, a megabyte at a time. */
const LONG_GOALS_MB = { ours: 150, prepared: 200 }
const COMPARISONS: readonly Comparison[] = [
  { rival: 'exceljs', level: 1, goal: 3, label: 'exceljs without number formats' },
  { rival: 'exceljs-styled', level: 1, goal: 3, label: 'exceljs with the same formats' },
  { rival: 'exceljs', level: 6, goal: 2, label: 'exceljs without number formats' },
]

/** Why exceljs cannot be measured, or null when it is there. */
async function installExceljs(): Promise<string | null> {
  if (existsSync(join(HERE, 'node_modules/exceljs'))) return null
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  try {
    await runFile('npm', options, { cwd: HERE, timeout: 180_000 })
    return null
  } catch (error) {
    const [reason = 'unknown'] = String(error instanceof Error ? error.message : error).split('\n')
    return `exceljs could not be installed (${reason})`
  }
}

/** In a process of its own, so that its peak memory is its own. */
async function measure(
  writer: 'ours' | 'prepared' | Rival,
  rows: number,
  level: number,
): Promise<WorkerResult> {
  const args = [join(HERE, 'worker.ts'), writer, String(rows), String(level)]
  const { stdout } = await runFile(process.execPath, args, { timeout: 600_000 })
  return JSON.parse(stdout)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function describe(writer: string, results: readonly WorkerResult[]): string {
  const perSecond = median(results.map(({ rows, ms }) => (rows / ms) * 1000))
  const peak = median(results.map(({ peakMb }) => peakMb))
  const size = median(results.map(({ fileBytes }) => fileBytes / 1e6))
  const speed = Math.round(perSecond).toLocaleString('en')
  return `${writer} ${speed} rows/s, peak ${Math.round(peak)} MB, file ${size.toFixed(1)} MB`
}

async function compare(comparison: Comparison, missing: string | null): Promise<BenchResult> {
  const { rival, level, goal, label } = comparison
  const ours: WorkerResult[] = []
  const theirs: WorkerResult[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measure('ours', ROWS, level))
    if (missing === null) theirs.push(await measure(rival, ROWS, level))
  }
  const ratios = theirs.map(({ ms }, i) => ms / (ours[i]?.ms ?? Number.NaN))
  return {
    name: `report file at level ${level}, against ${label}`,
    ratio: median(ratios),
    goal,
    detail: [describe('ours', ours), missing ?? describe('exceljs', theirs)].join('; '),
  }
}

async function measureMemory(
  writer: keyof typeof LONG_GOALS_MB,
  what: string,
): Promise<BenchResult> {
  const goalMb = LONG_GOALS_MB[writer]
  const short = await measure(writer, ROWS, 1)
  const long = await measure(writer, LONG_ROWS, 1)
  const growth = Math.round(long.peakMb - short.peakMb)
  return {
    name: `${what} of ${LONG_ROWS.toLocaleString('en')} rows within ${goalMb} MB`,
    ratio: goalMb / long.peakMb,
    goal: 1,
    detail: `${describe('ours', [long])}; ${growth} MB more than for ${ROWS.toLocaleString('en')}`,
  }
}

/**
 * Rows per second of the report writer against exceljs's streaming writer over the same 12 columns,
 * and its peak memory. A ratio is NaN, and its detail says why, when exceljs cannot be installed.
 */
export async function benchReport(): Promise<BenchResult[]> {
  const missing = await installExceljs()
  const results: BenchResult[] = []
  for (const comparison of COMPARISONS) results.push(await compare(comparison, missing))
  results.push(await measureMemory('ours', 'report file'))
  results.push(await measureMemory('prepared', 'report file, sealed into the store and read back,'))
  return results
}

import { spawn } from 'node:child_process'
import {
  HELPER_ENVIRONMENT,
  helperArguments,
  processorTime,
  watchMemory,
} from '../helper-process.ts'

/** `heapMb` is of its JavaScript; 64 MB where nothing is said. `folder` it may read and write. */
export type Limits = {
  ms: number
  memory: number
  answer: number
  heapMb?: number
  folder?: string
}
/** Why it was killed. `starved`: it had less than half of a processor, so the time tells nothing of the input. */
type Cut = 'time' | 'starved' | 'memory' | 'answer'
export type Outcome =
  | { end: 'answered'; answer: Buffer }
  | { end: Cut }
  | { end: 'failed'; detail: string }

const HEAP_MB = 64
const DETAIL = 500

/**
 * Runs a program of ours once: gives it `input`, takes what it says, and kills it when it takes too
 * long, too much memory, or says too much. Throws only when it cannot be started.
 */
export function runOnce(
  file: string,
  args: readonly string[],
  input: Buffer,
  limits: Limits,
): Promise<Outcome> {
  const helper = spawn(
    process.execPath,
    [
      ...helperArguments({ heapMb: limits.heapMb ?? HEAP_MB, folder: limits.folder }),
      file,
      ...args,
    ],
    {
      env: HELPER_ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const said: Buffer[] = []
  let bytes = 0
  let detail = ''
  let cause: Cut | null = null
  const kill = (why: Cut) => {
    cause ??= why
    helper.kill('SIGKILL')
  }
  const pid = helper.pid ?? 0
  const endTime = async () => {
    const spent = (await processorTime(pid)) ?? limits.ms
    kill(spent < limits.ms / 2 ? 'starved' : 'time')
  }
  const timer = setTimeout(() => void endTime(), limits.ms)
  const endWatch = watchMemory(pid, limits.memory, () => kill('memory'))
  helper.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limits.answer) kill('answer')
    else said.push(chunk)
  })
  helper.stderr.setEncoding('utf8').on('data', (text: string) => {
    detail = (detail + text).slice(0, DETAIL)
  })
  // One that ends before it has read everything closes its end; how it ended is told below.
  helper.stdin.on('error', () => {}).end(input)
  return new Promise<Outcome>((resolve, reject) => {
    helper.on('error', reject)
    helper.on('close', (code, signal) => {
      if (cause) resolve({ end: cause })
      else if (code === 0) resolve({ end: 'answered', answer: Buffer.concat(said) })
      else resolve({ end: 'failed', detail: `ended with ${signal ?? code}: ${detail}` })
    })
  }).finally(() => {
    clearTimeout(timer)
    endWatch()
  })
}

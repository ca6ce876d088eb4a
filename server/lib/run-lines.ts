import { spawn, type ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  HELPER_ENVIRONMENT,
  helperArguments,
  processorTime,
  watchMemory,
} from './helper-process.ts'

/** `cpuMs` is processor time: whoever takes the lines may be slow. `line` and `all` are bytes. */
export type LineLimits = {
  cpuMs: number
  memory: number
  heapMb: number
  line: number
  all: number
}
export type LineCut = 'time' | 'memory' | 'answer'

/** A helper that was ended, or ended badly. */
export class HelperEnded extends Error {
  readonly cut: LineCut | null
  constructor(cut: LineCut | null, detail: string) {
    super(detail)
    this.cut = cut
  }
}

const POLL_EVERY_MS = 200
const DETAIL = 500

/**
 * Runs a program of ours, gives it `input` and yields what it says line by line, no faster than they
 * are taken. Kills it when it takes too much, or when whoever listens goes away. Throws HelperEnded,
 * or what `input` throws.
 */
export async function* runLines(
  file: string,
  args: readonly string[],
  input: AsyncIterable<Buffer>,
  limits: LineLimits,
): AsyncGenerator<string> {
  const helper = spawn(
    process.execPath,
    [...helperArguments({ heapMb: limits.heapMb }), file, ...args],
    { env: HELPER_ENVIRONMENT, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const guard = guarded(helper, limits)
  let detail = ''
  helper.stderr.setEncoding('utf8').on('data', (text: string) => {
    detail = (detail + text).slice(0, DETAIL)
  })
  const ended = new Promise<string | null>((resolve, reject) => {
    helper.once('error', reject)
    helper.once('close', (code, signal) => resolve(code === 0 ? null : `${signal ?? code}`))
  })
  ended.catch(() => {})
  const fed = feed(helper, input)
  try {
    yield* linesOf(helper.stdout, limits, guard.kill)
    const how = await ended
    const inputError = await fed
    if (inputError) throw inputError
    if (guard.cut() !== null || how !== null) {
      throw new HelperEnded(guard.cut(), `ended with ${how}: ${detail}`)
    }
  } finally {
    guard.end()
    helper.kill('SIGKILL')
  }
}

/** Gives the error of the input, if it had one. That the helper listens no more is told by its end. */
async function feed(helper: ChildProcess, input: AsyncIterable<Buffer>): Promise<Error | null> {
  const { stdin } = helper
  if (!stdin) return null
  let failure: Error | null = null
  async function* given() {
    try {
      yield* input
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      helper.kill('SIGKILL')
      throw failure
    }
  }
  await pipeline(Readable.from(given(), { objectMode: false }), stdin).catch(() => {})
  return failure
}

/** Ends a helper that takes too much processor time or memory. */
function guarded(helper: ChildProcess, { cpuMs, memory }: LineLimits) {
  const pid = helper.pid ?? 0
  let cut: LineCut | null = null
  const kill = (why: LineCut) => {
    cut ??= why
    helper.kill('SIGKILL')
  }
  const timer = setInterval(() => {
    void processorTime(pid).then((spent) => {
      if (spent !== null && spent > cpuMs) kill('time')
    })
  }, POLL_EVERY_MS)
  const endWatch = watchMemory(pid, memory, () => kill('memory'))
  return {
    kill,
    cut: () => cut,
    end() {
      clearInterval(timer)
      endWatch()
    },
  }
}

const NEWLINE = 0x0a

async function* linesOf(
  output: Readable,
  { line: most, all }: LineLimits,
  kill: (why: LineCut) => void,
): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  let bytes = 0
  for await (const chunk of output) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      length = 0
      from = end + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > most || bytes > all) return kill('answer')
  }
}

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { HELPER_ENVIRONMENT, helperArguments } from '../helper-process.ts'
import { takingTurns } from '../turns.ts'
import type { Answer, Question } from './protocol.ts'

export type Reader = {
  /** Starts the process if it does not run, without waiting for it. */
  wake(): void
  /**
   * The text in a PNG, as far as it could be read in so much processor time: a busy machine makes the
   * reading slower, not worse, up to a limit of the clock. Never throws: what cannot be read has no
   * text and is not complete.
   */
  read(png: Buffer, cpuMs: number): Promise<Omit<Answer, 'id'>>
}

const PROGRAM = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
const HEAP_MB = 256
const START_MS = 20_000
/** How much longer than its processor time a reading may take by the clock. */
const SLOWEST = 5
const IDLE_MS = 5 * 60_000
const WAITING = 16
const unread = (cpuMs: number) => ({ text: '', complete: false, cpuMs })

const answer = z.object({
  id: z.number(),
  text: z.string(),
  complete: z.boolean(),
  cpuMs: z.number(),
})

/** Reads text in pictures, one at a time, in a process that starts on first use and ends when idle. */
export function openReader(): Reader {
  let running: Helper | null = null
  let idle: NodeJS.Timeout | undefined
  const inTurn = takingTurns({ atOnce: 1, waiting: WAITING, full: () => new Error('full') })
  const helper = () => {
    if (!running?.isAlive()) running = startHelper()
    clearTimeout(idle)
    idle = setTimeout(() => running?.kill(), IDLE_MS).unref()
    return running
  }
  return {
    wake: () => void helper(),
    async read(png, cpuMs) {
      const asked = performance.now()
      try {
        return await inTurn(async () => {
          const { ready, ask } = helper()
          await ready
          const waited = performance.now() - asked
          return waited > cpuMs * SLOWEST ? unread(0) : await ask(png, cpuMs)
        })
      } catch {
        return unread(cpuMs)
      }
    },
  }
}

type Helper = {
  ready: Promise<void>
  isAlive(): boolean
  kill(): void
  ask(png: Buffer, cpuMs: number): Promise<Answer>
}

function startHelper(): Helper {
  const child = fork(PROGRAM, [], {
    execArgv: [...helperArguments({ heapMb: HEAP_MB }), '--allow-worker'],
    env: HELPER_ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // It must not keep a server alive that wants to end; it ends itself when the server is gone.
  child.unref()
  child.channel?.unref()
  let last = 0
  const ready = answerTo(child, 0, START_MS).then(() => {})
  ready.catch(() => {})
  return {
    ready,
    isAlive: () => child.connected && child.exitCode === null && !child.killed,
    kill: () => void child.kill('SIGKILL'),
    ask(png, cpuMs) {
      last += 1
      const answered = answerTo(child, last, cpuMs * SLOWEST)
      child.send({ id: last, png, cpuMs } satisfies Question, () => {})
      return answered
    },
  }
}

/** The answer with this number; the process is killed when it does not come in time. */
function answerTo(child: ChildProcess, id: number, ms: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', fail).off('error', fail)
    }
    const fail = () => {
      end()
      child.kill('SIGKILL')
      reject(new Error('The reader did not answer.'))
    }
    const hear = (message: unknown) => {
      const said = answer.safeParse(message)
      if (!said.success || said.data.id !== id) return
      end()
      resolve(said.data)
    }
    const timer = setTimeout(fail, ms)
    child.on('message', hear).on('exit', fail).on('error', fail)
  })
}

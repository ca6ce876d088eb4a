import { Worker } from 'node:worker_threads'

export type Asked = { id: number; password: string; words: readonly string[] }
export type Estimated = Guesses & { id: number }
/** How many guesses a password takes that knows what people do, and in a sentence why they are few. */
export type Guesses = { guesses: number; why: string | null }

/** What comes after is not looked at: long ones take seconds, and are no easier for it. */
const READ = 64
/** Passwords are set seldom: the dictionaries are not kept for longer. */
const IDLE_MS = 60_000

type Waiting = { resolve: (guesses: Guesses) => void; reject: (error: unknown) => void }

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let asked = 0
const waiting = new Map<number, Waiting>()

/**
 * Estimates how many guesses a password takes, by zxcvbn; `words` are tried first, as those of the person
 * and the programme would be. Source: Wheeler, zxcvbn: Low-Budget Password Strength Estimation, 2016.
 */
export function guessesOf(password: string, words: readonly string[]): Promise<Guesses> {
  clearTimeout(idle)
  const worker = (thread ??= start())
  const id = ++asked
  const { promise, resolve, reject } = Promise.withResolvers<Guesses>()
  waiting.set(id, { resolve, reject })
  worker.postMessage({ id, password: password.slice(0, READ), words } satisfies Asked)
  return promise
}

function start(): Worker {
  const worker = new Worker(new URL('./password-guesses.worker.ts', import.meta.url))
  worker.unref()
  worker.on('message', ({ id, ...guesses }: Estimated) => {
    waiting.get(id)?.resolve(guesses)
    waiting.delete(id)
    if (waiting.size === 0) idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref()
  })
  worker.on('error', (error) => failAll(error))
  worker.on('exit', () => {
    thread = null
    failAll(new Error('The estimate of a password was cut off.'))
  })
  return worker
}

function failAll(error: unknown): void {
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}

import type { Logger } from 'pino'
import { AppError, notFound } from './app-error.ts'

/** Those wanted, each once and in their order; 404 where one is not among those found. */
export function eachOnce<T>(
  wanted: readonly string[],
  found: readonly T[],
  { idOf, what }: { idOf: (one: T) => string; what: string },
): T[] {
  const byId = new Map(found.map((one) => [idOf(one), one]))
  return [...new Set(wanted)].map((id) => {
    const one = byId.get(id)
    if (one === undefined) throw notFound(`${what} ${id}`)
    return one
  })
}

/**
 * Does it with one after the other, each in a transaction of its own. What was done before stays done,
 * so a failure ends nothing: it is told beside it, a refusal in its own words. What was not foreseen is
 * logged as `logged`, with the ids that are given, and told as something that `didNot` happen.
 */
export async function oneByOne<T extends Record<string, string>>(
  { log }: { log: Logger },
  selected: readonly T[],
  work: (one: T) => Promise<void>,
  { logged: words, didNot }: { logged: string; didNot: string },
): Promise<{ done: T[]; left: (T & { reason: string })[] }> {
  const done: T[] = []
  const left: (T & { reason: string })[] = []
  for (const one of selected) {
    try {
      await work(one)
      done.push(one)
    } catch (error) {
      const known = error instanceof AppError
      if (!known) log.error({ err: error, one }, words)
      const broken = `Something went wrong on the server. It was not ${didNot}: try it again.`
      left.push({ ...one, reason: known ? error.message : broken })
    }
  }
  return { done, left }
}

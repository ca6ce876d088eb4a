export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets `atOnce` pieces of work run at the same time and `waiting` more wait for their turn, first come
 * first served. One more is refused with the error that `full` makes, before it costs anything.
 */
export function takingTurns({
  atOnce,
  waiting,
  full,
}: {
  atOnce: number
  waiting: number
  full: () => Error
}): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw full()
      // Whoever ends passes their place on, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

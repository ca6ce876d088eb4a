/**
 * Makes one call of many: keys asked for in the same turn of the event loop are loaded together.
 * Nothing is remembered between turns, so an answer is never older than the question.
 */
export function gather<T>(
  load: (keys: string[]) => Promise<Map<string, T>>,
): (key: string) => Promise<T | undefined> {
  let pending: Promise<Map<string, T>> | null = null
  let keys = new Set<string>()
  return async (key) => {
    keys.add(key)
    pending ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const asked = [...keys]
      keys = new Set()
      pending = null
      return load(asked)
    })
    return (await pending).get(key)
  }
}

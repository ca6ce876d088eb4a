/** A value before and after a change, as text; null where there was none. */
export type Difference = {
  name: string
  before: string | null
  after: string | null
  same: boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** For people: plain values in a row, one after the other; what holds more than that as it is stored. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return value.join(', ')
  if (isObject(value)) {
    const parts = Object.entries(value)
    if (parts.length > 0 && parts.every(([, part]) => isPlain(part))) {
      return parts.map(([name, part]) => `${name}: ${String(part)}`).join(', ')
    }
  }
  return JSON.stringify(value)
}

/** The names of both sides in the order of the later one, with what stood on each; whole values as "value". */
export function differences(before: unknown, after: unknown): Difference[] {
  if (before === null && after === null) return []
  const [was, is] = [before, after].map((side) =>
    isObject(side) ? side : side === null ? {} : { value: side },
  )
  const names = [...new Set([...Object.keys(is ?? {}), ...Object.keys(was ?? {})])]
  return names.map((name) => {
    const [old, now] = [textOf(was?.[name]), textOf(is?.[name])]
    // Not by the text: a list and its words would be the same.
    const same = JSON.stringify(was?.[name] ?? null) === JSON.stringify(is?.[name] ?? null)
    return { name, before: old, after: now, same }
  })
}

/** A value before and after a change, as text; null where there was none. */
export type Difference = {
  name: string
  before: string | null
  after: string | null
  same: boolean
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
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
    return { name, before: old, after: now, same: old === now }
  })
}

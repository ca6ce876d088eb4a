import { canonicalJson } from '../../../lib/canonical-json.ts'

export type FieldChange = { field: string; before: unknown; after: unknown }
export type Difference<T> =
  | { kind: 'add'; name: string; item: T }
  | { kind: 'change'; name: string; item: T; before: T; fields: FieldChange[] }

export type Compared<T> = {
  differences: Difference<T>[]
  /** What is here and not in the file: it is left as it is. */
  onlyHere: string[]
  /** What the file names more than once. */
  doubles: string[]
}

/** What a file would change, item by item, each known by its name. */
export function compare<T extends object>(
  here: readonly T[],
  file: readonly T[],
  nameOf: (item: T) => string,
): Compared<T> {
  const known = new Map(here.map((item) => [nameOf(item), item]))
  const named = Map.groupBy(file, nameOf)
  const differences = [...named].flatMap(([name, [item]]): Difference<T>[] => {
    if (!item) return []
    const before = known.get(name)
    if (!before) return [{ kind: 'add', name, item }]
    const fields = changedFields(before, item)
    return fields.length === 0 ? [] : [{ kind: 'change', name, item, before, fields }]
  })
  return {
    differences,
    onlyHere: [...known.keys()].filter((name) => !named.has(name)),
    doubles: [...named].flatMap(([name, items]) => (items.length > 1 ? [name] : [])),
  }
}

function changedFields(before: object, after: object): FieldChange[] {
  const [old, fresh] = [before, after] as Record<string, unknown>[]
  return Object.keys(fresh ?? {}).flatMap((field) => {
    const [was, is] = [old?.[field], fresh?.[field]]
    return canonicalJson(was ?? null) === canonicalJson(is ?? null)
      ? []
      : [{ field, before: was, after: is }]
  })
}

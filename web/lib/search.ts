/** Reads the part of an address after `?`: a key given once is text, given several times a list. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  const params = new URLSearchParams(text)
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    found[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  return found
}

function isValue(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
}

/**
 * Writes filters as the part of an address from `?` on: lists as repeated keys, and nothing for
 * what is empty. The router and the API client both use it, so a page's address and its request agree.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const one of values.filter(isValue)) params.append(key, String(one))
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}

import pg from 'pg'

// COPY takes no parameters, so a report's values stand in its text. Each is made by a function here,
// which lets nothing through but what its name says.

/** A whole number. Throws RangeError for anything else. */
export function wholeText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`)
  return String(value)
}

/** An id of ours: digits only. Throws RangeError for anything else. */
export function idText(id: string): string {
  if (!/^\d{1,19}$/.test(id)) throw new RangeError(`Not an id: ${id}`)
  return id
}

/** A moment. Throws RangeError for an invalid date. */
export function momentText(at: Date): string {
  return `to_timestamp(${wholeText(at.getTime())} / 1000.0)`
}

export function quoted(text: string): string {
  return pg.escapeLiteral(text)
}

/** That a column is one of some whole numbers; compared as int, so any of them may be asked. */
export function isAnyOf(column: string, values: readonly number[]): string {
  return `${column} = any(array[${values.map(wholeText).join(', ')}]::int[])`
}

/** That a column of text is one of some. */
export function isOneOfTexts(column: string, values: readonly string[]): string {
  return `${column} = any(array[${values.map(quoted).join(', ')}]::text[])`
}

/** The words that a stored name stands for; one without words as it is. */
export function textOf(column: string, words: Readonly<Record<string, string>>): string {
  const cases = Object.entries(words).map(
    ([name, text]) => `when ${quoted(name)} then ${quoted(text)}`,
  )
  return `case ${column} ${cases.join(' ')} else ${column} end`
}

/** Words for names that need none of their own: `in_progress` as `In progress`. */
export function wordsFor(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, inWords(name)]))
}

/** The words that a stored number stands for. */
export function wordsOf(column: string, words: Iterable<readonly [number, string]>): string {
  const cases = [...words].map(([value, text]) => `when ${wholeText(value)} then ${quoted(text)}`)
  return `case ${column} ${cases.join(' ')} end`
}

/** `already_yours` as people read it: `Already yours`. */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

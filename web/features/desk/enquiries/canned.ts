/** A canned answer as this member reads it: `{name}` and `{number}` become theirs. */
export function fillCanned(
  text: string,
  { memberName, number }: { memberName: string; number: string },
): string {
  // As functions, so that a dollar sign in a name stays one.
  return text.replaceAll('{name}', () => memberName).replaceAll('{number}', () => number)
}

/** What stands in the field after something was put where the cursor is, and where the cursor goes. */
export function insertAt(
  text: string,
  [from, to]: readonly [number, number],
  added: string,
): { text: string; cursor: number } {
  const before = text.slice(0, from)
  const gap = before === '' || /\s$/.test(before) ? '' : ' '
  const start = before + gap + added
  return { text: start + text.slice(to), cursor: start.length }
}

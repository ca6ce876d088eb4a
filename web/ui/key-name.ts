type Key = { key: string; code: string; shiftKey: boolean }

/**
 * The name of a key: a letter in lower case, `Shift+a` with Shift, any other key as it reads. On a
 * keyboard of another script the letter is the one that is printed there in Latin.
 */
export function keyName({ key, code, shiftKey }: Key): string {
  const printed = /^Key([A-Z])$/.exec(code)?.[1]
  const letter = /^[a-z]$/i.test(key) ? key : /^\p{L}|\p{M}$/u.test(key) ? printed : undefined
  if (letter === undefined) return key
  return shiftKey ? `Shift+${letter.toLowerCase()}` : letter.toLowerCase()
}

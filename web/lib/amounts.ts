const TWO_DECIMALS = /^(\d{1,9})(?:\.(\d{0,2}))?$/

/**
 * What is typed with at most two decimals, in hundredths: "2.5" is 250. By its digits, as a
 * multiplication would not keep every amount. Null when it is not such a number.
 */
export function hundredthsOf(typed: string): number | null {
  const read = TWO_DECIMALS.exec(typed.trim().replaceAll(',', ''))
  if (!read) return null
  const [, whole = '', part = ''] = read
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Hundredths as they are typed: 250 is "2.50". */
export function typedOf(hundredths: number | null): string {
  if (hundredths === null) return ''
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

const NUMERIC = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/** Decimal sums without rounding: one integer for each number of decimals seen. */
export type ExactSum = { pending: number[]; settled: bigint[] }

export function createSum(): ExactSum {
  return { pending: [], settled: [] }
}

function settle(sum: ExactSum, decimals: number, amount: bigint): void {
  sum.settled[decimals] = (sum.settled[decimals] ?? 0n) + amount
}

/** Adds `mantissa / 10^decimals`; the mantissa must be an integer below 10^15. */
export function addToSum(sum: ExactSum, mantissa: number, decimals: number): void {
  const next = (sum.pending[decimals] ?? 0) + mantissa
  // below 2^52 the next addition is exact too
  if (next < 2 ** 52 && next > -(2 ** 52)) {
    sum.pending[decimals] = next
    return
  }
  settle(sum, decimals, BigInt(next))
  sum.pending[decimals] = 0
}

/** Adds a number as `isNumeric` accepts it. */
export function addTextToSum(sum: ExactSum, text: string): void {
  const [, sign, whole = '0', fraction = '', exponent = '0'] = NUMERIC.exec(text) ?? []
  const shift = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -shift))
  settle(sum, Math.max(0, shift), sign === '-' ? -digits : digits)
}

/** The sum as a plain decimal. */
export function sumToText(sum: ExactSum): string {
  const places = Math.max(sum.pending.length, sum.settled.length, 1) - 1
  let total = 0n
  for (let i = 0; i <= places; i += 1) {
    const part = (sum.settled[i] ?? 0n) + BigInt(sum.pending[i] ?? 0)
    total += part * 10n ** BigInt(places - i)
  }
  const digits = String(total < 0n ? -total : total).padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - places)
  return `${total < 0n ? '-' : ''}${whole}${places > 0 && fraction ? `.${fraction}` : ''}`
}

/**
 * Whether Excel can hold the text as the same number: no leading zeros, and no more than 15 digits
 * before the point, since it keeps 15 and would change the rest.
 */
export function isNumeric(text: string): boolean {
  const parts = NUMERIC.exec(text)
  if (!parts) return false
  return (parts[2] ?? '').length <= 15 && Number.isFinite(Number(text))
}

import { Refusal } from '../pictures/refusal.ts'

/** What is said of whatever is no workbook, or one that is broken. */
export function noWorkbook(cause?: unknown): Refusal {
  const message = 'This is not an Excel workbook (xlsx), or it is damaged. Save it again.'
  return new Refusal(message, { cause })
}

import { AppError } from '../../lib/app-error.ts'

/** The refusal of what needs the provider over HTTP. */
export const notSetUp = () =>
  new AppError('conflict', 'RazorpayX is not set up here: payments go by bank file only.')

/** Where the other side did not answer a person's question. */
export function noAnswer(why: string): AppError {
  const message = `RazorpayX did not answer: ${why} Nothing was changed. Try again in a minute.`
  return new AppError('unavailable', message, { retryAfterSeconds: 30 })
}

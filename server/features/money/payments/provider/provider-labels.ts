import { AppError } from '../../../../lib/app-error.ts'

/** The refusal of what needs the provider over HTTP. */
export const notSetUp = () =>
  new AppError('conflict', 'RazorpayX is not set up here: payments go by bank file only.')

/** Where the other side did not answer a person's question. */
export function noAnswer(why: string): AppError {
  const message = `RazorpayX did not answer: ${why} Nothing was changed. Try again in a minute.`
  return new AppError('unavailable', message, { retryAfterSeconds: 30 })
}

/** Sentences of a provider or a bank are kept in the clear: an account number or UPI address in one of them is not. */
export function withoutNumbers(text: string): string {
  return text
    .slice(0, 300)
    .replace(/\d{5,}(?=\d{4})/g, '…')
    .replace(/([\w.-]{2})[\w.-]*(?=@[A-Za-z])/g, '$1…')
}

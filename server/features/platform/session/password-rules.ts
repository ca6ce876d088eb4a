import { invalidField } from '../../../lib/app-error.ts'
import { isCommonPassword } from '../../../lib/common-passwords.ts'
import { guessesOf } from '../../../lib/password-guesses.ts'
import { OWN_WORDS, withoutOwnWords } from './own-words.ts'

/** Those of eight random characters, as zxcvbn counts. */
const ENOUGH_GUESSES = 1e8

/**
 * What a new password must be beyond the contract's length and repetition. Words of the programme and
 * of the person add nothing to it: what is left without them must be a password by itself. It must take
 * as many guesses as one of random characters of its length, and of more than eight no more than of eight.
 */
export async function checkNewPassword(
  password: string,
  person: { email: string; name: string },
  minimum: number,
): Promise<void> {
  if (password.length < minimum) {
    throw invalidField('password', `Password must be at least ${minimum} characters`)
  }
  if (password.toLowerCase() === person.email) {
    throw invalidField('password', 'Your e-mail cannot be your password.')
  }
  if (isCommonPassword(password)) {
    throw invalidField('password', 'This password is among the most common ones. Choose another.')
  }
  const { rest, found } = withoutOwnWords(password, person)
  const bare = rest.replaceAll(/[\p{P}\p{Z}\p{Sm}\p{Sc}\p{Sk}]/gu, '')
  if (found.length > 0 && (bare.length < minimum || isCommonPassword(bare))) {
    const words = found.map((word) => `“${word}”`).join(' and ')
    throw invalidField(
      'password',
      `Without ${words} this password would be too short or too common. Choose another.`,
    )
  }
  const own = [...OWN_WORDS, ...person.name.split(/\s+/), ...person.email.split(/[@.]/)]
  const { guesses, why } = await guessesOf(password, own)
  if (guesses >= Math.min(10 ** password.length, ENOUGH_GUESSES)) return
  const reason = why ?? 'This password follows a pattern that is easy to guess.'
  throw invalidField(
    'password',
    `${reason} Choose another, such as three words that nobody expects.`,
  )
}

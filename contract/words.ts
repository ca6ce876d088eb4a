import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

const amount = (value: unknown) => Number(value).toLocaleString('en-IN')

/** The sentence of a mistake that its schema has no words of its own for. */
function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `At most ${amount(issue.maximum)} characters.`
        : `At most ${amount(issue.maximum)}.`
    case 'too_small':
      return issue.origin === 'string'
        ? `At least ${amount(issue.minimum)} characters.`
        : `At least ${amount(issue.minimum)}.`
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing.'
        : `This must be ${kindOf(issue.expected)}.`
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return 'This is not written in the right form.'
    default:
      return 'This is not right.'
  }
}

function kindOf(expected: string): string {
  if (expected === 'object') return 'an object of named fields'
  if (expected === 'array') return 'a list'
  if (expected === 'int') return 'a whole number'
  return expected === 'string' ? 'a text' : `a ${expected}`
}

/** Makes every schema speak in sentences; called once by whoever checks anything with the contract. */
export function speakPlainly(): void {
  z.config({ customError: sentenceOf })
}

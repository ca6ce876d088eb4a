import { describe, expect, test } from 'vitest'
import { ApiError, errorOfFailure, sentenceOf } from './api-error.ts'

describe('section 8: generic failures keep the words of the specification', () => {
  test('a call that was given up is "Request aborted"', () => {
    const failure = errorOfFailure(new DOMException('The user aborted a request.', 'AbortError'))
    expect(failure.message).toBe('Request aborted')
    expect(failure.code).toBe('aborted')
  })

  test('a call without an answer is "Network Error"', () => {
    expect(errorOfFailure(new TypeError('Failed to fetch')).message).toBe('Network Error')
  })

  test('people are told the sentence of a failure, and never nothing', () => {
    expect(sentenceOf(new ApiError('Your role does not allow this.', { status: 403 }))).toBe(
      'Your role does not allow this.',
    )
    expect(sentenceOf(new Error(''))).toBe('Something went wrong.')
    expect(sentenceOf('odd')).toBe('Something went wrong.')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../people/members.ts'
import { needsTwoPeople, OCCASION_KEYS, occasionOf } from './message-occasions.ts'
import { exampleValues, fillIn, MOST_SMS_PARTS, smsParts, textFaults } from './message-text.ts'

const HOSTS = ['hil.example']
const otp = occasionOf('sign_in_otp')
const reset = occasionOf('password_reset')
const kyc = occasionOf('kyc_approved')
const bodyFault = (body: string, occasion = kyc) =>
  textFaults(occasion, { subject: occasion.channel === 'sms' ? null : 'Hello', body }, HOSTS).body
const subjectFault = (subject: string | null) =>
  textFaults(reset, { subject, body: 'Here: {link}' }, HOSTS).subject

test.each(OCCASION_KEYS)('the built-in texts of %s fit it, in each language', (key) => {
  const occasion = occasionOf(key)
  for (const language of LANGUAGES) {
    const text = occasion.texts[language]
    expect(text, language).toBeDefined()
    if (text) expect(textFaults(occasion, text, HOSTS), language).toEqual({})
  }
  const filled = fillIn(occasion.texts.en.body, exampleValues(occasion))
  expect(filled).not.toMatch(/[{}]/)
})

test('a text that carries a link or a code takes two people', () => {
  expect(OCCASION_KEYS.filter(needsTwoPeople)).toEqual([
    'sign_in_otp',
    'join_otp',
    'mobile_otp',
    'invitation',
    'password_reset',
    'security_change',
  ])
})

describe('a text is refused', () => {
  test.each([
    ['', 'Write the text.'],
    ['Your KYC is approved.', '{programme} is missing: name of the programme.'],
    [
      '{programme}: {points} points.',
      'There is no {points} on this occasion. There is {programme}.',
    ],
    [
      '{programme}: {constructor}',
      'There is no {constructor} on this occasion. There is {programme}.',
    ],
    ['{programme}: {', 'Braces stand only around a variable, such as {programme}.'],
    ['{{programme}}', 'Braces stand only around a variable, such as {programme}.'],
    ['{programme}: {Points}', 'Braces stand only around a variable, such as {programme}.'],
    [
      '{programme}: pay\u202Eyap',
      'There is a character in it that cannot be seen (U+202E). Delete it.',
    ],
    [
      '{programme}: a\u200Bb',
      'There is a character in it that cannot be seen (U+200B). Delete it.',
    ],
    ['{programme}: a\rb', 'There is a character in it that cannot be seen (U+000D). Delete it.'],
  ])('%j: %s', (body, words) => {
    expect(bodyFault(body)).toBe(words)
  })

  test('without the code or the link that it is sent for', () => {
    expect(bodyFault('{programme}: your one-time password ends soon.', otp)).toBe(
      '{code} is missing: one-time password.',
    )
    expect(bodyFault('A new password for {programme}', reset)).toBe(
      '{link} is missing: one-time link.',
    )
  })

  test('where it makes more SMS than are joined, and where a mail is too long', () => {
    expect(bodyFault(`{programme}: ${'a'.repeat(900)}`)).toBeUndefined()
    expect(bodyFault(`{programme}: ${'a'.repeat(910)}`)).toBe(
      'This makes 7 SMS with the example values. At most 6: write it shorter.',
    )
    expect(bodyFault(`{programme}: ${'अ'.repeat(400)}`)).toMatch(/^This makes 7 SMS/)
    expect(bodyFault(`{link} ${'a'.repeat(5000)}`, reset)).toBe('At most 5000 characters.')
  })

  test('by its subject', () => {
    expect(subjectFault('A new password')).toBeUndefined()
    expect(subjectFault(null)).toBe('A mail needs a subject.')
    expect(subjectFault('  ')).toBe('A mail needs a subject.')
    expect(subjectFault('a'.repeat(151))).toBe('At most 150 characters.')
    expect(subjectFault('Hello\nBcc: eve@evil.example')).toBe('The subject is one line.')
    expect(subjectFault('Open {link}')).toMatch(/^\{link\} belongs in the text/)
    expect(subjectFault('See evil.example')).toMatch(/^“evil.example” reads as a link/)
    expect(textFaults(kyc, { subject: 'Hello', body: '{programme}' }, HOSTS).subject).toBe(
      'An SMS has no subject.',
    )
  })
})

describe('a link', () => {
  test.each([
    'https://hil.example/reset',
    'hil.example',
    'HTTPS://HIL.EXAMPLE/a.b/c?d=e.f',
    'It ends at 2.50, i.e. a.m. and/or 24/7. No.5',
    'Note:this',
  ])('that is ours, or none: %s', (body) => {
    expect(bodyFault(`{programme}: ${body}`)).toBeUndefined()
  })

  test.each([
    'https://evil.example',
    'http://hil.example.evil.example/reset',
    'https://hil.example@evil.example/',
    'https://hil.example:443@evil.example',
    'https://hil.example:8443/reset',
    'https://hil.example=evil.example',
    'evil.example',
    'Evil.Example',
    'www.evil.example/reset',
    'hil.example/evil.example',
    'see:evil.example',
    'eve@evil.example',
    '(evil.example)',
    'hil.example,evil.example',
    '//evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'evil。example',
    'हिंदी.भारत',
    'xn--e1awd7f.example',
    'http://1.2.3.4/',
    '1.2.3.4',
    'http://2130706433',
    'http://localhost',
    'ftp://hil.example',
    'upi:pay?pa=eve@bank',
    'tel:9876543210',
    'javascript:alert(1)',
    'intent://scan/#Intent',
    'points.Thank',
  ])('that is not: %s', (body) => {
    expect(bodyFault(`{programme}: ${body} now`)).toMatch(
      /reads as a link to a host that is not allowed/,
    )
  })

  test.each([
    'https://{programme}/reset',
    'https://hil.example/{hours}',
    '{link}.evil.example',
    '{link}@evil',
    'x{link}',
    '{link}{link}',
    'https://evil.example?u={link}',
    '{programme}.example',
  ])('is not put together with a variable: %s', (body) => {
    expect(bodyFault(`${body} {link}`, reset)).toMatch(/stands by itself/)
  })

  test('given by a variable may end a sentence or stand in brackets', () => {
    expect(bodyFault('Here: {link}. Or ({link})!', reset)).toBeUndefined()
  })
})

test('values are text, never variables or patterns, and what is not known stays as it is', () => {
  expect(fillIn('{a} {b} {c}', { a: '{b}', b: '$& $1 {a}' })).toBe('{b} $& $1 {a} {c}')
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(fillIn('<{a}|{b}>', { a, b })).toBe(`<${a}|${b}>`)
    }),
  )
})

test('an SMS is counted in parts as the operators count', () => {
  expect(smsParts('a'.repeat(160))).toEqual({ parts: 1, unicode: false })
  expect(smsParts('a'.repeat(161))).toEqual({ parts: 2, unicode: false })
  expect(smsParts('€'.repeat(81)).parts, 'two units each').toBe(2)
  expect(smsParts('अ'.repeat(70))).toEqual({ parts: 1, unicode: true })
  expect(smsParts('अ'.repeat(71)).parts).toBe(2)
  expect(smsParts('a'.repeat(153 * MOST_SMS_PARTS)).parts).toBe(MOST_SMS_PARTS)
})

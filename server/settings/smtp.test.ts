import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const MAIL_FROM = 'no-reply@hil.example'
const smtp = (env: Record<string, string>) => readConfig({ DEMO: 'no', ...env }).smtp

test('without a mail server none is set up', () => {
  expect(smtp({})).toBeNull()
})

test.each([
  [
    { SMTP_URL: 'smtp://hil:p%40ss%3Aword@mail.example' },
    { port: 587, tls: 'start', login: { user: 'hil', pass: 'p@ss:word' } },
  ],
  [{ SMTP_URL: 'smtps://mail.example' }, { port: 465, tls: 'always', login: null }],
  [
    { SMTP_URL: 'smtp://mail.example:25', SMTP_TLS: 'no' },
    { port: 25, tls: 'never' },
  ],
  [{ SMTP_HOST: 'mail.example' }, { port: 587, tls: 'start', login: null }],
  [
    { SMTP_HOST: 'mail.example', SMTP_PORT: '465', SMTP_USER: 'hil', SMTP_PASSWORD: 'x' },
    { port: 465, tls: 'always', login: { user: 'hil', pass: 'x' } },
  ],
])('%j is read', (env, expected) => {
  expect(smtp({ ...env, MAIL_FROM })).toMatchObject({
    host: 'mail.example',
    from: MAIL_FROM,
    ...expected,
  })
})

describe('the start ends with a sentence where', () => {
  const url = 'smtp://mail.example'
  test.each([
    [{ SMTP_URL: url, MAIL_FROM: '' }, 'MAIL_FROM is missing: the address that mail comes from.'],
    [{ SMTP_URL: url, SMTP_HOST: 'a' }, 'Set SMTP_URL or SMTP_HOST, not both.'],
    [
      { SMTP_URL: url, EMAIL_WEBHOOK_URL: 'https://mail.example/' },
      'E-mail goes by SMTP or by EMAIL_WEBHOOK_URL: set one of them.',
    ],
    [{ SMTP_USER: 'a', SMTP_PASSWORD: 'b' }, 'SMTP_HOST is missing.'],
    [
      { SMTP_HOST: 'a', SMTP_USER: 'b' },
      'SMTP_USER and SMTP_PASSWORD belong together: set both or neither.',
    ],
    [
      { SMTP_URL: 'smtp://hil@mail.example' },
      'SMTP_URL has a user without a password, or a password without a user.',
    ],
    [{}, 'MAIL_FROM and SMTP_TLS need a mail server: set SMTP_URL or SMTP_HOST.'],
    [
      { SMTP_URL: 'https://mail.example' },
      'SMTP_URL must be like smtp://user:password@mail.example:587.',
    ],
    [{ SMTP_URL: url, MAIL_FROM: 'HIL' }, 'MAIL_FROM must be an e-mail address.'],
    [{ SMTP_URL: url, MAIL_FROM: 'a@b.example\r\nBcc: x@y.example' }, 'MAIL_FROM must be'],
    [{ SMTP_HOST: 'a', SMTP_PORT: '0' }, 'SMTP_PORT must be at least 1.'],
    [{ PROMOTION_HOURS: '21-10' }, 'PROMOTION_HOURS must end later than it begins.'],
    [{ PROMOTION_HOURS: 'always' }, 'PROMOTION_HOURS must be two hours of the day such as 10-21.'],
    [{ MESSAGE_LINK_HOSTS: 'https://a.example' }, 'MESSAGE_LINK_HOSTS'],
  ])('%j: %s', (env, words) => {
    expect(() => smtp({ MAIL_FROM, ...env })).toThrow(words)
  })
})

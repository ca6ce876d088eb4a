import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing set is the demo on port 3000 of this machine alone', () => {
  const config = readConfig({ PORT: '' })
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', demo: true, ROLE: 'all' })
})

test('DATABASE_URL means no demo', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://u@h/d' }).demo).toBe(false)
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT must be at most 65535.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ MASTER_KEY: 'short' }, 'MASTER_KEY must be 64 hexadecimal digits (32 random bytes).'],
  [{ ROLE: 'boss' }, 'ROLE must be web, worker or all.'],
  [{ PUBLIC_URL: 'hil' }, 'PUBLIC_URL must be an address such as https://hil.example.'],
  [{ ALLOWED_ORIGINS: 'https://a.example, b' }, 'ALLOWED_ORIGINS.1 must be an address'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a number from 0 to 10.'],
  [{ LOG_LEVEL: 'loud', PORT: '-1' }, 'PORT must be at least 0. LOG_LEVEL must be'],
])('%j stops the start with a sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})

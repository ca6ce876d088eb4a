import { expect, test } from 'vitest'
import { testServer } from './server.ts'

test('while a server gives notice of its stop it answers, and ends each connection with its answer', async () => {
  const server = await testServer({ ROLE: 'web', STOP_NOTICE_SECONDS: '1' })
  const look = (path: string) => fetch(`${server.url}/${path}`)
  expect((await look('healthz')).headers.get('connection')).toBe('keep-alive')
  const stopping = server.stop()
  const [health, ready] = [await look('healthz'), await look('readyz')]
  expect([health.status, health.headers.get('connection')]).toEqual([200, 'close'])
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
  await stopping
})

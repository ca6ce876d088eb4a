import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned, makeChain } from './chain-keys.ts'

test('the MAC is the HMAC-SHA-256 of Node', () => {
  for (let i = 0; i < 50; i++) {
    const [secret, bytes] = [randomBytes(64), randomBytes(32)]
    const expected = createHmac('sha256', secret.subarray(32)).update(bytes).digest()
    expect(makeChain(secret).mac(bytes)).toEqual(expected)
  }
})

test('a signature holds for its content and its key only', () => {
  const [chain, other] = [makeChain(randomBytes(64)), makeChain(randomBytes(64))]
  const signature = chain.sign('a head')
  expect(isSigned(chain.publicKey, 'a head', signature)).toBe(true)
  expect(isSigned(chain.publicKey, 'another', signature)).toBe(false)
  expect(isSigned(other.publicKey, 'a head', signature)).toBe(false)
  expect(chain.id).not.toBe(other.id)
})

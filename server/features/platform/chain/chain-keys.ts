import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'

/** What the chain is made with: one key to seal rows with, one to sign heads with. */
export type Chain = {
  /** Names the chain outside: of another key it has another name. */
  id: string
  publicKey: Buffer
  /** HMAC-SHA-256 of a seal's hash: only who holds the key writes rows that count. */
  mac(hash: Buffer): Buffer
  /** Ed25519. */
  sign(content: string): Buffer
}

export const SECRET_BYTES = 64
/** Of SHA-256, in bytes. */
const BLOCK = 64
/** What stands before the 32 bytes of a key in PKCS #8 and in SPKI (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The chain of a secret of 64 random bytes. */
export function makeChain(secret: Buffer): Chain {
  if (secret.length !== SECRET_BYTES) throw new RangeError('The secret of a chain has 64 bytes.')
  const signing = createPrivateKey({
    key: Buffer.concat([PKCS8, secret.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  })
  const mac = hmacOf(secret.subarray(32))
  const spki = createPublicKey(signing).export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(SPKI.length)
  return {
    id: chainIdOf(publicKey),
    publicKey,
    mac,
    sign: (content) => sign(null, Buffer.from(content), signing),
  }
}

/**
 * HMAC-SHA-256 (RFC 2104) of one key: createHmac() looks the key over again each time, which took half
 * of what a batch of scans was sealed in.
 */
function hmacOf(key: Buffer): (bytes: Buffer) => Buffer {
  const [inner, outer] = [0x36, 0x5c].map((pad) =>
    Buffer.alloc(BLOCK, pad).map((byte, i) => byte ^ (key[i] ?? 0)),
  )
  const within = (pad: Uint8Array | undefined, bytes: Buffer) =>
    hash('sha256', Buffer.concat([pad ?? Buffer.of(), bytes]), 'buffer')
  return (bytes) => within(outer, within(inner, bytes))
}

export const chainIdOf = (publicKey: Buffer): string =>
  hash('sha256', publicKey, 'hex').slice(0, 16)

export function isSigned(publicKey: Buffer, content: string, signature: Buffer): boolean {
  return verify(null, Buffer.from(content), keyOf(publicKey), signature)
}

function keyOf(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
}

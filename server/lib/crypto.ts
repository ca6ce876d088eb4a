import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const VERSION = 1
const NONCE = 12
const TAG = 16

/** The keys of the process, each derived from the master key for one purpose. */
export type Keys = {
  /** AES-256-GCM of `plain`, bound to `context` (table, row and field): opens nowhere else. */
  seal(plain: Buffer, context: string): Buffer
  /** The plain bytes; throws when the key, the context or a single bit is another. */
  open(sealed: Buffer, context: string): Buffer
  /** HMAC-SHA-256 under a key of its own: for what must be compared but never read. */
  digest(purpose: string, text: string): Buffer
}

/** Derives the keys. `masterKey` is 32 bytes. */
export function makeKeys(masterKey: Buffer): Keys {
  if (masterKey.length !== 32) throw new RangeError('The master key has 32 bytes.')
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, 'hil-dashboard', purpose, 32))
  const sealing = derive('seal')
  const digests = new Map<string, Buffer>()
  const digestKey = (purpose: string) => {
    const known = digests.get(purpose) ?? derive(`digest:${purpose}`)
    digests.set(purpose, known)
    return known
  }
  return {
    seal: (plain, context) => seal(sealing, plain, context),
    open: (sealed, context) => open(sealing, sealed, context),
    digest: (purpose, text) => createHmac('sha256', digestKey(purpose)).update(text).digest(),
  }
}

function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), sealWith(key, plain, context)])
}

function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error('This is not a sealed value of a known version.')
  return openWith(key, sealed.subarray(1), context)
}

/** AES-256-GCM of `plain` under a key of 32 bytes, bound to `context`: nonce, tag, body. */
export function sealWith(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** What sealWith() sealed; throws when the key, the context or a single bit is another. */
export function openWith(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed.length < NONCE + TAG) throw new Error('This sealed value was cut short.')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
}

/** 256 random bits as text that fits a header, a cookie and a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sha256(text: string | Buffer): Buffer {
  return hash('sha256', text, 'buffer')
}

export function equalBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

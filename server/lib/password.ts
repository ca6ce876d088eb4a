import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { takingTurns } from './turns.ts'

const derive = promisify(argon2)
/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** Thrown when more hashes wait than the machine can do in time. */
export class HashQueueFull extends Error {}

/** Each hash takes 19 MiB and a core: four at once, a bounded queue behind them. */
const inTurn = takingTurns({
  atOnce: 4,
  waiting: 200,
  full: () => new HashQueueFull('Too many sign-ins at once.'),
})

function hashWith(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      tagLength: 32,
      ...cost,
    }),
  )
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await hashWith(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const NOBODY = await hashPassword(base64(randomBytes(16)))

/** Whether the password fits. Without a stored hash the work is done all the same, and the answer is no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? NOBODY) ?? []
  if (!memory || !passes || !parallelism || !salt || !hash) {
    throw new Error('A stored password hash is not in a known form.')
  }
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const expected = Buffer.from(hash, 'base64')
  const actual = await hashWith(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(actual, expected) && stored !== null
}

import { z } from 'zod'
import { defineEndpoint, having } from '../endpoint.ts'
import { instant } from '../time.ts'

const tag = 'My account'
/** So many wrong PINs in a row end the session. */
export const PIN_TRIES_MOST = 5

const digits = z.string({ error: 'Enter the PIN.' }).regex(/^\d{4,6}$/, 'A PIN has 4 to 6 digits.')

/** Whether a PIN is one of those that are tried first. */
export function isWeakPin(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])))
  const [step] = steps
  // 0000, 1234, 9876, 2468.
  if (steps.size === 1 && step !== undefined && Math.abs(step) <= 2) return true
  // 1212, 123123.
  if (/^(\d{1,3})\1+$/.test(pin)) return true
  // 1221, 1122, 2580 down the keys, years.
  return /^(?:(\d)(\d)\2\1|(\d)\3(\d)\4|2580|0852|19\d\d|20\d\d)$/.test(pin)
}

/** The endpoints are for whoever activates coupons: the workers. */
const worker = having('coupon.activate')

export const setPin = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/pin',
  access: worker,
  fresh: true,
  tag,
  summary: 'Set my PIN: the phone then stays signed in for the shift and locks by itself',
  body: z.object({
    pin: digits.refine((pin) => !isWeakPin(pin), 'This PIN is easy to guess. Choose another.'),
  }),
  response: z.object({
    /** When this session ends; null where no shift runs: then it ends as others do. */
    until: instant.nullable(),
  }),
})

const done = z.object({ message: z.string() })

export const lockSession = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/lock',
  access: worker,
  tag,
  summary: 'Lock my session: until it is unlocked nothing else but signing out answers',
  response: done,
})

export const unlockSession = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/unlock',
  access: worker,
  whileLocked: true,
  tag,
  summary: 'Unlock my session with my PIN; the fifth wrong one in a row ends it',
  body: z.object({ pin: digits }),
  response: done,
})

import { setTimeout as delay } from 'node:timers/promises'
import { generate } from 'otplib'

const STEP_SECONDS = 30
/** No request takes longer on its way; the code that it carries must not end meanwhile. */
const LEFT_SECONDS = 4

/** The code of the half minute that is so many away from now, of which some seconds are left. */
export async function totpCode(secret: string, steps = 0): Promise<string> {
  const left = STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS)
  if (left < LEFT_SECONDS) await delay(left * 1000)
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS })
}

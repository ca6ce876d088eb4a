import { generate } from 'otplib'
import { patiently } from '../../../test/patiently.ts'

const STEP_SECONDS = 30
const currentStep = () => Math.floor(Date.now() / 1000 / STEP_SECONDS)

/**
 * Sends the code of the half minute that is so many away from now. Where it is refused and its half
 * minute ended on the way, the next code is sent.
 */
export async function sendCode<T extends { status: number }>(
  secret: string,
  steps: number,
  send: (code: string) => Promise<T>,
): Promise<T> {
  for (;;) {
    const step = currentStep()
    const code = await generate({ secret, epoch: (step + steps) * STEP_SECONDS })
    const answer = await patiently(() => send(code))
    if (answer.status === 200 || currentStep() === step) return answer
  }
}

import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 250
const MOST_TRIES = 120

/** Asks again while the server says that it is busy, as the client does: a test shares its machine. */
export async function patiently<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.status !== 503 || tries === MOST_TRIES) return answer
    await pause(PAUSE_MS)
  }
}

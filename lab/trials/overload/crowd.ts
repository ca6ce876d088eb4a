import { setTimeout as pause } from 'node:timers/promises'
import { errorBody } from '../../../contract/errors.ts'

/** So long a client that was refused rests: a crowd presses harder than it was asked to. */
const REST_MS = 40

export type Tally = { answered: number; refused: number; wrong: string[] }

/** Whether an answer is the contract's "not now": told in words, with when to come again. */
export function isClearRefusal({ status, headers }: Response, text: string): boolean {
  const { success, data } = errorBody.safeParse(parsed(text))
  if (status !== 503 || !success || !(Number(headers.get('retry-after')) > 0)) return false
  return data.code === 'unavailable' && data.requestId === headers.get('x-request-id')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer is, read to its end: a success, a clear refusal, or in words what else. */
async function judged(
  asked: Promise<Response>,
): Promise<'answered' | 'refused' | { wrong: string }> {
  try {
    const answer = await asked
    const text = await answer.text()
    if (answer.ok) return 'answered'
    if (isClearRefusal(answer, text)) return 'refused'
    return { wrong: `${answer.status} ${text.slice(0, 300)}` }
  } catch (error) {
    return {
      wrong: error instanceof Error ? `${error.message}: ${String(error.cause)}` : 'nothing',
    }
  }
}

/** So many clients at once, each asking again as soon as it has its answer, until told to stop. */
export function crowd(clients: number, ask: (client: number) => Promise<Response>) {
  const tally: Tally = { answered: 0, refused: 0, wrong: [] }
  let going = true
  const askOn = async (client: number) => {
    while (going) {
      const outcome = await judged(ask(client))
      if (typeof outcome === 'object') tally.wrong.push(outcome.wrong)
      else tally[outcome]++
      if (outcome === 'refused') await pause(REST_MS)
    }
  }
  const done = Promise.all(Array.from({ length: clients }, (_, client) => askOn(client)))
  return {
    tally,
    async stop(): Promise<Tally> {
      going = false
      await done
      return tally
    },
  }
}

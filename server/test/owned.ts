import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { TestServer } from './server.ts'
import { tableSums, writtenBetween } from './table-sums.ts'

export type Asking = {
  token: string
  params?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}
type Owned = {
  /** Somebody who names what is another's. */
  stranger: Asking
  /** The same person, who names what does not exist. */
  nothing: Asking
  owner: Asking
  /** What the stranger is answered, and what the owner. */
  refusal: number
  own?: number
}

/** Tries are counted, also those of a stranger. */
const COUNTED = ['public.throttle']

/**
 * Whoever names what is another's is told what they would be told of nothing at all, and no row
 * changes; its owner asks in the same words and is let.
 */
export async function expectHidden(
  server: TestServer,
  endpoint: Endpoint,
  { stranger, nothing, owner, refusal, own = 200 }: Owned,
): Promise<void> {
  const ask = async (asking: Asking) => {
    const answer = await server.raw(endpoint, asking)
    return { status: answer.status, text: await answer.text() }
  }
  const before = await tableSums(server.db)
  const refused = await ask(stranger)
  expect(refused.status, refused.text).toBe(refusal)
  expect(words(refused.text)).toEqual(words((await ask(nothing)).text))
  expect(writtenBetween(before, await tableSums(server.db), COUNTED)).toEqual([])
  const admitted = await ask(owner)
  expect(admitted.status, admitted.text.slice(0, 300)).toBe(own)
}

/** All of a refusal but which request it was. */
const words = (text: string) => ({ ...JSON.parse(text), requestId: null })

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

import { fetchTrouble, retryAfterMs } from '../../../../lib/fetch-trouble.ts'
import { jsonOf } from './razorpayx-wire.ts'

export type Call = {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

/**
 * `unsent`: nothing left this machine. `lost`: something may have, and no whole answer came. `json`
 * is undefined where the answer is no JSON; `waitMs` is what Retry-After asks for.
 */
export type Answer =
  | { kind: 'answer'; status: number; json: unknown; waitMs: number | null }
  | { kind: 'unsent'; why: string }
  | { kind: 'lost'; why: string }

/** One request and its whole answer, within the time of the settings. Never throws for the other side. */
export async function callRazorpayx(
  server: { url: string; keyId: string; keySecret: string; timeoutMs: number },
  { method, path, headers, body, signal }: Call,
): Promise<Answer> {
  if (signal?.aborted) return { kind: 'unsent', why: 'The sending was stopped.' }
  const timeout = AbortSignal.timeout(server.timeoutMs)
  const login = Buffer.from(`${server.keyId}:${server.keySecret}`).toString('base64')
  try {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${login}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      // A payout is sent where the settings say, and nowhere else.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const json = jsonOf(await response.text())
    return { kind: 'answer', status: response.status, json, waitMs: retryAfterMs(response) }
  } catch (error) {
    if (timeout.aborted) {
      return { kind: 'lost', why: `RazorpayX did not answer within ${server.timeoutMs / 1000} s.` }
    }
    if (signal?.aborted) return { kind: 'lost', why: 'The sending was stopped before the answer.' }
    const { code, unsent } = fetchTrouble(error)
    return unsent
      ? { kind: 'unsent', why: `RazorpayX cannot be reached (${code}).` }
      : { kind: 'lost', why: `The connection to RazorpayX broke (${code}).` }
  }
}

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

/** Causes by which no byte of a request has left: no name, no connection, no trust. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** The same, where connecting is what failed; a connection that stands can lose its way too. */
const WHILE_CONNECTING = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

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
    return { kind: 'answer', status: response.status, json, waitMs: waitOf(response) }
  } catch (error) {
    if (timeout.aborted) {
      return { kind: 'lost', why: `RazorpayX did not answer within ${server.timeoutMs / 1000} s.` }
    }
    if (signal?.aborted) return { kind: 'lost', why: 'The sending was stopped before the answer.' }
    const { code, syscall } = causeOf(error)
    const unsent = BEFORE_SENDING.has(code) || (WHILE_CONNECTING.has(code) && syscall === 'connect')
    return unsent
      ? { kind: 'unsent', why: `RazorpayX cannot be reached (${code}).` }
      : { kind: 'lost', why: `The connection to RazorpayX broke (${code}).` }
  }
}

const LONGEST_WAIT_S = 3600

/** Retry-After in seconds; as a date it is not used by RazorpayX. */
function waitOf(response: Response): number | null {
  const text = response.headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), LONGEST_WAIT_S) * 1000 : null
}

/** What fetch stumbled over; several addresses of one name count as one by their first. */
function causeOf(error: unknown): { code: string; syscall: unknown } {
  const cause = error instanceof Error ? error.cause : undefined
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const named = first instanceof Error && 'code' in first && typeof first.code === 'string'
  if (!named) return { code: 'no reason given', syscall: undefined }
  return { code: String(first.code), syscall: 'syscall' in first ? first.syscall : undefined }
}

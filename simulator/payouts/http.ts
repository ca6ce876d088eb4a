import type { IncomingMessage, ServerResponse } from 'node:http'

const BODY_MOST = 64 * 1024

/** The body of a request; null where it is longer than any of ours. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    if (!(piece instanceof Buffer)) continue
    bytes += piece.length
    if (bytes > BODY_MOST) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function answer(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

/** An error in the shape of RazorpayX. */
export type Problem = {
  status: number
  description: string
  reason?: string
  field?: string
  code?: string
  source?: string
}

export function refuse(response: ServerResponse, problem: Problem): void {
  const { status, description, code, source, reason, field } = problem
  answer(response, status, {
    error: {
      code: code ?? 'BAD_REQUEST_ERROR',
      description,
      source: source ?? 'business',
      step: null,
      reason: reason ?? 'input_validation_failed',
      metadata: {},
      ...(field !== undefined && { field }),
    },
  })
}

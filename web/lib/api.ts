import type { z } from 'zod'
import { FILE_PASSWORD, type Endpoint, type FileResponse } from '../../contract/endpoint.ts'
import { errorBody } from '../../contract/errors.ts'
import { BACKGROUND_HEADER } from '../../contract/background.ts'
import { isQuiet } from './acts.ts'
import { apiHost } from './api-host.ts'
import { ApiError, errorOfFailure } from './api-error.ts'
import { fetchTelling, type OnBytes } from './fetch-telling.ts'
import { askProof } from './proof.ts'
import { stringifySearch } from './search.ts'
import { readSession, sessionRefused } from './session.ts'
import { sessionLocked } from './session-lock.ts'

type Schema = z.ZodType
/** A part of the input is asked for when its schema is declared, and may be left out when all of it may. */
type Part<Name extends string, S extends Schema> = S extends z.ZodUndefined
  ? unknown
  : Record<string, never> extends z.input<S>
    ? { [key in Name]?: z.input<S> }
    : { [key in Name]: z.input<S> }
export type CallInput<P extends Schema, Q extends Schema, B extends Schema> = Part<'params', P> &
  Part<'query', Q> &
  Part<'body', B> &
  SendOptions
/** `keepalive` lets a call outlive the page that makes it. */
type SendOptions = { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean }
type LooseInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  /** Bytes to send instead of a body of JSON, and what they are. */
  file?: { bytes: Blob; type: string }
  onSent?: OnBytes | undefined
} & SendOptions

/** Where a file lies that the API gave an address of and that anyone may see: for `src` of pictures and videos. */
export function fileAddress(address: string): string {
  return address.startsWith('/') ? apiHost() + address : address
}

function entriesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The address of a call: parameters put in place, the query behind. */
function addressOf(
  path: string,
  { params, query }: { params?: unknown; query?: unknown } = {},
): string {
  const values = entriesOf(params)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`The address ${path} needs ${name}.`)
    return encodeURIComponent(value)
  })
  return filled + stringifySearch(entriesOf(query))
}

/** Turns an answer that is not a success into an error; without a body of ours, in the words of the spec. */
async function errorOfAnswer(answer: Response): Promise<ApiError> {
  const status = answer.status
  const parsed = errorBody.safeParse(await answer.json().catch(() => null))
  if (parsed.success) return new ApiError(parsed.data.message, { status, ...parsed.data })
  return new ApiError(`Request failed with status code ${status}`, {
    status,
    code: 'http',
    requestId: answer.headers.get('x-request-id'),
  })
}

/** Asks; where it must first be confirmed who asks, it is asked again after that. */
async function ask(...asked: Parameters<typeof askOnce>): Promise<Response> {
  try {
    return await askOnce(...asked)
  } catch (failure) {
    const needsProof = failure instanceof ApiError && failure.code === 'fresh_proof'
    if (!needsProof || !(await askProof())) throw failure
    return askOnce(...asked)
  }
}

async function askOnce(
  address: string,
  init: RequestInit,
  token?: string,
  onSent?: OnBytes,
): Promise<Response> {
  const headers = new Headers(init.headers)
  // The stored token itself. Source: shell spec, section 7.
  if (token) headers.set('Authorization', token)
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json')
  // What a page asks while nobody is there must not keep the session alive.
  if (token && init.method === 'GET' && isQuiet()) headers.set(BACKGROUND_HEADER, 'yes')
  const [url, asked] = [apiHost() + address, { ...init, headers }]
  const sending = onSent ? fetchTelling(url, asked, onSent) : fetch(url, asked)
  const answer = await sending.catch((reason: unknown) => {
    throw errorOfFailure(reason)
  })
  if (answer.ok) return answer
  if (answer.status === 401 && token) sessionRefused(token)
  const failure = await errorOfAnswer(answer)
  if (failure.code === 'locked' && token) sessionLocked(token)
  throw failure
}

function send(endpoint: Endpoint, { body, file, onSent, ...input }: LooseInput): Promise<Response> {
  const { signal, keepalive } = input
  const headers = { ...input.headers, ...(file && { 'Content-Type': file.type }) }
  const content = file?.bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const init = { method: endpoint.method, headers, body: content, signal, keepalive }
  const token = endpoint.access.kind === 'public' ? undefined : readSession()?.token
  return ask(addressOf(endpoint.path, input), init, token, onSent)
}

async function bytesOf(answer: Response): Promise<Blob> {
  return answer.blob().catch((reason: unknown) => {
    throw errorOfFailure(reason)
  })
}

/**
 * Fetches a file by an address that the API gave out, `/api/…`: with the token, so that it also
 * works where the API is another origin and the cookie is not sent. Throws an `ApiError`.
 */
export async function fetchFile(address: string, signal?: AbortSignal): Promise<Blob> {
  return bytesOf(await ask(address, { signal }, readSession()?.token))
}

/**
 * Opens a stream of events, behind the place that an earlier one came to. No person asks for it,
 * so it does not lengthen the session. Throws an `ApiError`.
 */
export async function openStream<P extends Schema, Q extends Schema, B extends Schema>(
  endpoint: Endpoint<P, Q, B, FileResponse>,
  place: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const headers = { [BACKGROUND_HEADER]: 'yes', ...(place && { 'Last-Event-ID': place }) }
  const { body } = await send(endpoint, { headers, signal })
  if (!body) throw new ApiError('The answer of the server could not be read.')
  return body
}

/** What an answer holds, read by the endpoint's schema. */
async function readAnswer<R extends Schema>(
  { response }: { response: R },
  answer: Response,
): Promise<z.output<R>> {
  const body: unknown = await answer.json().catch((reason: unknown) => {
    if (reason instanceof SyntaxError) return undefined
    throw errorOfFailure(reason)
  })
  const parsed = response.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ApiError('The answer of the server could not be read.', {
    status: answer.status,
    code: 'unreadable',
    requestId: answer.headers.get('x-request-id'),
  })
}

/** Calls an endpoint of the contract. Throws an `ApiError`; there is no time limit. */
export async function call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
): Promise<z.output<R>> {
  return readAnswer(endpoint, await send(endpoint, input))
}

/**
 * Sends a file to an endpoint that takes one; `file` is its bytes and media type. `onSent` hears how
 * many of the bytes have gone. Throws an `ApiError`.
 */
export async function upload<P extends Schema, Q extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, z.ZodUndefined, R>,
  input: CallInput<P, Q, z.ZodUndefined> & {
    file: { bytes: Blob; type: string }
    onSent?: OnBytes
  },
): Promise<z.output<R>> {
  return readAnswer(endpoint, await send(endpoint, input))
}

/** The same answer; `onBytes` hears how many bytes have come so far. */
function counted(answer: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      bytes += piece.byteLength
      onBytes(bytes)
      controller.enqueue(piece)
    },
  })
  return new Response(answer.body?.pipeThrough(counter), { headers: answer.headers })
}

/**
 * Calls an endpoint that answers with a file and saves it under `filename` once all of it is here;
 * `onBytes` hears how much that is so far. Throws an `ApiError`.
 */
export async function download<P extends Schema, Q extends Schema, B extends Schema>(
  endpoint: Endpoint<P, Q, B, FileResponse>,
  input: CallInput<P, Q, B>,
  filename: string,
  onBytes?: (bytes: number) => void,
): Promise<void> {
  const sent = await send(endpoint, input)
  await save(onBytes ? counted(sent, onBytes) : sent, filename)
}

/** The same of a file that a password locks; gives the password, which is told this once. */
export async function downloadLocked<P extends Schema, Q extends Schema, B extends Schema>(
  endpoint: Endpoint<P, Q, B, FileResponse>,
  input: CallInput<P, Q, B>,
  filename: string,
): Promise<string> {
  const answer = await send(endpoint, input)
  await save(answer, filename)
  return answer.headers.get(FILE_PASSWORD) ?? ''
}

async function save(answer: Response, filename: string): Promise<void> {
  const blob = await bytesOf(answer)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

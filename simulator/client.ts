import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import {
  FILE_PASSWORD,
  type Access,
  type Endpoint,
  type FileResponse,
} from '../contract/endpoint.ts'
import { errorBody } from '../contract/errors.ts'
import type { z } from 'zod'

type Sent = {
  token?: string
  params?: Record<string, string | number>
  query?: Record<string, string | number | readonly string[]>
  body?: unknown
  /** The bytes of a file instead of a body. */
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> }
}

/** A refusal or failure of the server, in its own words. */
export class ServerRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The product as anybody outside meets it: over HTTP, by the contract. */
export class Client {
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Calls an endpoint; the answer is checked against the contract. Throws ServerRefused. */
  async call<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(endpoint: Endpoint<P, Q, B, R, A>, sent: Sent = {}): Promise<z.output<R>> {
    const answer = await this.#send(endpoint, sent)
    return endpoint.response.parse(await answer.json())
  }

  /** A file that a password locks, which came with it: its text. */
  async lockedText(
    endpoint: Pick<Endpoint<z.ZodType, z.ZodType, z.ZodType, FileResponse>, 'method' | 'path'>,
    sent: Sent = {},
  ): Promise<string> {
    const answer = await this.#send(endpoint, sent)
    const password = answer.headers.get(FILE_PASSWORD) ?? ''
    const reader = new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer()))
    const zip = new ZipReader(reader, { password, useWebWorkers: false })
    const [file] = await zip.getEntries()
    if (!file || file.directory) throw new Error('The file that came is empty.')
    return file.getData(new TextWriter())
  }

  async #send(
    { method, path }: { method: string; path: string },
    { token, params = {}, query = {}, body, file }: Sent,
  ): Promise<Response> {
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        (typeof value === 'object' ? value : [value]).map((one) => [name, String(one)]),
      ),
    )
    const answer = await fetch(`${this.#origin}${filled}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file !== undefined && { 'content-type': file.type }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: file.bytes }),
      signal: AbortSignal.timeout(30_000),
    })
    if (answer.ok) return answer
    const told = errorBody.safeParse(await answer.json().catch(() => null))
    throw new ServerRefused(answer.status, told.data?.message ?? `status ${answer.status}`)
  }
}

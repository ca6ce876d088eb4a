import { Readable } from 'node:stream'
import etag from '@fastify/etag'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import {
  FILE_PASSWORD,
  isFile,
  type Access,
  type Endpoint,
  type FileResponse,
} from '../../contract/endpoint.ts'
import { errorBody } from '../../contract/errors.ts'
import { authorize } from './authorize.ts'
import type { CallerOf, Origin } from './caller.ts'
import type { Part } from './ranges.ts'
import { acceptUploads, admitUpload, NO_FILE, uploadedFile, type UploadedFile } from './upload.ts'

type Parsed<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : never

/**
 * A file on its way: its bytes, its name, its media type; saved, unless it is to be shown. `kept`: under
 * this name it is for everybody and never changes, so it may be kept for ever. `part`: of `size` bytes
 * only these, or none that it has (416). Without a stream only its head is answered.
 */
export type FileAnswer = {
  stream: Readable | null
  name: string
  type: string
  shown?: true
  kept?: true
  size?: number
  part?: Part | 'none'
  /** Events that go on: each is to reach the reader at once, through whatever stands between. */
  live?: true
  /** What opens it, told in a header of this one answer. */
  password?: string
}

export type Input<P, Q, B, A extends Access> = {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  caller: CallerOf<A>
  origin: Origin
  /** What came in; empty where the endpoint declares no `upload`. */
  file: UploadedFile
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<R> = R extends FileResponse ? FileAnswer : R extends z.ZodType ? z.input<R> : never

const errors = Object.fromEntries(
  [400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503].map((status) => [status, errorBody]),
)

/**
 * Makes a route of an endpoint: who may call it is checked before the body is read, what comes in
 * and what goes out is checked against its schemas. The handler is one call into a service.
 */
export function mount<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType | FileResponse,
  A extends Access,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R, A>,
  handler: (input: Input<P, Q, B, A>) => Promise<Answer<R>>,
  options: { bodyLimit?: number } = {},
): void {
  const { params, query, body, upload, tagged, response } = endpoint
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    ...options,
    ...(upload && { bodyLimit: upload.maxBytes }),
    config: { isPublic: endpoint.access.kind === 'public' || endpoint.access.kind === 'demo' },
    schema: {
      tags: [endpoint.tag],
      summary: endpoint.summary,
      security: security(endpoint.access),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(upload && { body: BINARY, consumes: [...upload.types] }),
      response: { 200: isFile(response) ? fileSchema(response) : response, ...errors },
    },
    onRequest: async (request, reply) => {
      await authorize(request, endpoint)
      app.admitCaller(request, reply)
      if (upload) admitUpload(request, reply)
    },
    handler: async (request, reply): Promise<unknown> => {
      // The schemas above have parsed these; Fastify's types cannot carry that through a generic.
      const answer = await handler({
        params: request.params as Parsed<P>,
        query: request.query as Parsed<Q>,
        body: request.body as Parsed<B>,
        caller: request.caller as CallerOf<A>,
        origin: {
          requestId: request.id,
          address: request.ip,
          userAgent: request.headers['user-agent'],
        },
        file: upload ? uploadedFile(request) : NO_FILE,
        request,
        reply,
      })
      if (isFile(response)) return sendFile(reply, answer as FileAnswer)
      if (tagged) reply.header('cache-control', 'private, no-cache')
      return answer
    },
  }
  if (!upload && !tagged) return void app.route(route)
  void app.register(async (scope) => {
    if (upload) acceptUploads(scope, upload)
    if (tagged) await scope.register(etag)
    scope.route(route)
  })
}

const BINARY = z.any().meta({ type: 'string', format: 'binary' })

function security(access: Access): Record<string, string[]>[] {
  return access.kind === 'public' || access.kind === 'demo' ? [] : [{ token: [] }]
}

function fileSchema(response: FileResponse) {
  return {
    description: 'The file, streamed',
    content: Object.fromEntries(
      response.file.map((type) => [type, { schema: z.any().meta({ format: 'binary' }) }]),
    ),
  }
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.live) return reply.type(file.type).headers(LIVE).send(file.stream)
  const ascii = file.name.replace(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(file.name)
  const disposition = file.shown ? 'inline' : 'attachment'
  // What is shown in the browser is a picture of ours; should it ever be more, it may do nothing.
  if (file.shown) reply.header('content-security-policy', "default-src 'none'; sandbox")
  if (file.part === 'none') {
    return reply
      .status(416)
      .header('content-range', `bytes */${file.size ?? 0}`)
      .send()
  }
  if (file.size !== undefined) tellParts(reply, file.size, file.part)
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `${disposition}; filename="${ascii}"; filename*=UTF-8''${exact}`)
    .headers(file.kept ? KEPT : { 'cache-control': 'no-store' })
    .headers(file.password === undefined ? {} : { [FILE_PASSWORD]: file.password })
    .send(file.stream ?? Readable.from([]))
}

/** Pages of other origins, such as the app's, may show what is for everybody. */
const KEPT = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Not kept, not packed, not held back by a proxy until there is more. */
const LIVE = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

function tellParts(reply: FastifyReply, size: number, part: Part | undefined): void {
  reply.header('accept-ranges', 'bytes')
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  if (part) reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
}

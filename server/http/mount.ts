import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { isFile, type Access, type Endpoint, type FileResponse } from '../../contract/endpoint.ts'
import { errorBody } from '../../contract/errors.ts'
import { authorize } from './authorize.ts'
import type { CallerOf, Origin } from './caller.ts'
import { acceptUploads, admitUpload, NO_FILE, uploadedFile, type UploadedFile } from './upload.ts'

type Parsed<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : never

/** A file on its way: its bytes, its name, its media type; saved, unless it is to be shown. */
export type FileAnswer = { stream: Readable; name: string; type: string; shown?: true }

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
  const { params, query, body, upload, response } = endpoint
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    ...options,
    ...(upload && { bodyLimit: upload.maxBytes }),
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
      await authorize(request, endpoint.access)
      if (upload) admitUpload(request, reply, upload)
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
      return answer
    },
  }
  if (!upload) app.route(route)
  else {
    void app.register(async (scope) => {
      acceptUploads(scope, upload)
      scope.route(route)
    })
  }
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
  const ascii = file.name.replace(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(file.name)
  const disposition = file.shown ? 'inline' : 'attachment'
  // What is shown in the browser is a picture of ours; should it ever be more, it may do nothing.
  if (file.shown) reply.header('content-security-policy', "default-src 'none'; sandbox")
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `${disposition}; filename="${ascii}"; filename*=UTF-8''${exact}`)
    .header('cache-control', 'no-store')
    .send(file.stream)
}

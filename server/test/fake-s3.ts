import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export const S3 = {
  region: 'ap-south-1',
  bucket: 'hil-files',
  keyId: 'AKIATEST',
  secret: 'very secret',
}

type Kept = { bytes: Buffer; at: Date; lockedUntil?: Date | null }
type Trouble = { status: number } | { silentMs: number }

export type FakeS3 = {
  endpoint: string
  objects: Map<string, Kept>
  /** What becomes of the next requests, one each. */
  next: Trouble[]
  /** Method and key of each request that came. */
  asked: string[]
  stop(): Promise<void>
}

/**
 * A bucket in memory behind an address of S3, with the bucket in the path. It checks the signature of
 * every request by itself, as "Signature Version 4" of the AWS documentation says, and the sum of
 * what is sent; of a list it gives two keys at a time.
 */
export async function fakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Kept>()
  const next: Trouble[] = []
  const asked: string[] = []
  const server = createServer((request, reply) => {
    void answer(request, reply).catch(() => reply.destroy())
  })
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const bytes = await buffer(request)
    const key = decodeURIComponent(url.pathname).replace(`/${S3.bucket}`, '').slice(1)
    asked.push(`${request.method} ${key || url.searchParams.get('prefix')}`)
    const trouble = next.shift()
    if (trouble && 'silentMs' in trouble) await delay(trouble.silentMs)
    if (trouble && 'status' in trouble) return fail(reply, trouble.status, 'Trouble')
    if (!isSigned(request, url, bytes)) return fail(reply, 403, 'SignatureDoesNotMatch')
    if (!url.pathname.startsWith(`/${S3.bucket}`)) return fail(reply, 404, 'NoSuchBucket')
    if (key === '') return list(reply, url.searchParams)
    serve(request, reply, { key, bytes })
  }
  function serve(
    { method, headers }: IncomingMessage,
    reply: ServerResponse,
    { key, bytes }: { key: string; bytes: Buffer },
  ): void {
    if (method === 'PUT') {
      const until = headers['x-amz-object-lock-retain-until-date']
      const lockedUntil = until === undefined ? null : new Date(String(until))
      objects.set(key, { bytes, at: new Date(), lockedUntil })
      return void reply.writeHead(200, { etag: '"x"' }).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void reply.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return fail(reply, 404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const part = from ? found.bytes.subarray(Number(from), Number(to) + 1) : found.bytes
    reply.writeHead(from ? 206 : 200, { 'content-length': part.length })
    reply.end(method === 'HEAD' ? undefined : part)
  }
  function list(reply: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const isFlat = query.get('delimiter') === '/'
    const here = all.filter((key) => !isFlat || !key.slice(prefix.length).includes('/'))
    const shown = here.slice(0, 2)
    const more = here.length > 2 ? `<NextContinuationToken>${shown[1]}</NextContinuationToken>` : ''
    const nested = isFlat ? all.filter((key) => !here.includes(key)) : []
    const folders = nested.map((key) => key.slice(0, key.indexOf('/', prefix.length) + 1))
    const common = [...new Set(folders)].map(
      (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
    )
    const contents = shown.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified></Contents>`,
    )
    reply.writeHead(200, { 'content-type': 'application/xml' })
    reply.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${more}${contents.join('')}${common.join('')}</ListBucketResult>`,
    )
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    next,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function fail(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' })
  reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function isSigned({ method = '', headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const told =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = told ?? []
  const moment = String(headers['x-amz-date'])
  const sum = String(headers['x-amz-content-sha256'])
  const signed = names.split(';')
  if (keyId !== S3.keyId || region !== S3.region || !moment.startsWith(day)) return false
  if (sum !== sha256(body)) return false
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sum,
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    moment,
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n')
  const key = ['aws4_request'].reduce<Buffer>(
    hmac,
    hmac(hmac(hmac(`AWS4${S3.secret}`, day), region), 's3'),
  )
  return signature === hmac(key, toSign).toString('hex')
}

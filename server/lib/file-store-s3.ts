import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { AppError } from './app-error.ts'
import { checkName, type ByteRange, type FileSource, type FileStore } from './file-store.ts'

export type S3Settings = {
  /** Another address than that of Amazon, such as that of a MinIO of your own. */
  endpoint?: string | undefined
  region: string
  bucket: string
  keyId: string
  secret: string
  /** The bucket stands in the path of the address, not before its host. */
  pathStyle: boolean
  /** How long a request may go without an answer, in milliseconds. */
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const TRIES = 4
const REMOVED_AT_ONCE = 8

export function s3Client({ timeoutMs = TIMEOUT_MS, ...settings }: S3Settings): S3Client {
  return new S3Client({
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    region: settings.region,
    credentials: { accessKeyId: settings.keyId, secretAccessKey: settings.secret },
    forcePathStyle: settings.pathStyle,
    maxAttempts: TRIES,
    // Stores other than Amazon's do not know the sums that it would add; requests are signed whole.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write to standard output; what becomes of a request is told by the error.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: timeoutMs },
  })
}

/**
 * Files as objects of a bucket of an S3-compatible store, their names behind a prefix. An object is
 * there whole or not at all, so nothing is ever a draft. What does not answer is asked again.
 */
export function s3Store(client: S3Client, bucket: string, prefix: string): FileStore {
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + checkName(name) })
  const get = (name: string, range?: ByteRange) =>
    client.send(
      new GetObjectCommand({
        ...at(name),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      }),
    )
  return {
    async write(name, bytes) {
      await telling(() => client.send(new PutObjectCommand({ ...at(name), Body: bytes })))
    },
    copyIn: (name, source) => telling(() => copy(client, at(name), source)),
    async read(name) {
      return telling(async () => {
        const found = await get(name).catch(unlessMissing)
        return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null
      })
    },
    async size(name) {
      const found = await telling(() =>
        client.send(new HeadObjectCommand(at(name))).catch(unlessMissing),
      )
      return found?.ContentLength ?? null
    },
    async stream(name, range) {
      const found = await telling(() => get(name, range).catch(unlessMissing))
      // In Node the body is a stream of Node.
      return (found?.Body as Readable | undefined) ?? null
    },
    async remove(names) {
      for (let first = 0; first < names.length; first += REMOVED_AT_ONCE) {
        const some = names.slice(first, first + REMOVED_AT_ONCE)
        await telling(() =>
          Promise.all(
            some.map((name) => client.send(new DeleteObjectCommand(at(name))).catch(unlessMissing)),
          ),
        )
      }
    },
    async *olderThan(moment) {
      let next: string | undefined
      do {
        const asked = { Bucket: bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: next }
        const page = await telling(() => client.send(new ListObjectsV2Command(asked)))
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length)
          if (name !== '' && LastModified && LastModified < moment) yield name
        }
        next = page.NextContinuationToken
      } while (next)
    },
  }
}

/** A stream cannot be sent twice, so each try opens it again; signed with the sum that it must have. */
async function copy(
  client: S3Client,
  at: { Bucket: string; Key: string },
  { bytes, sha256, open }: FileSource,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const body = open()
    const command = new PutObjectCommand({ ...at, Body: body, ContentLength: bytes })
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = sha256
        return next(args)
      },
      { step: 'build' },
    )
    try {
      return void (await client.send(command))
    } catch (error) {
      if (tries === TRIES || !isPassing(error)) throw error
    } finally {
      body.destroy()
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return true
  const status = error.$metadata.httpStatusCode ?? 500
  return status >= 500 || status === 408 || status === 429
}

/** What the store says in its own words is for the log; people are told that it is out of reach. */
async function telling<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    // A name that is none of ours never reached the store.
    if (cause instanceof AppError || cause instanceof RangeError) throw cause
    const isRefused = cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 403
    throw new AppError(
      'unavailable',
      isRefused
        ? 'The file store refuses this server. Tell who looks after it.'
        : 'The file store does not answer. Try again in a minute.',
      { retryAfterSeconds: 60, cause },
    )
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}

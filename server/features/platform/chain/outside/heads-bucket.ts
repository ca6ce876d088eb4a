import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Head, Outside } from './outside.ts'

const PREFIX = 'chain/'
const LARGEST = 999_999_999_999
const DAY_MS = 86_400_000

/**
 * An object for each publication, locked for `days`: until then nobody deletes or overwrites it, whatever
 * their rights. Its name counts down, so the newest stands first in the list.
 */
export function headsInBucket(
  client: S3Client,
  { bucket, days, now = () => new Date() }: { bucket: string; days: number; now?: () => Date },
): Outside {
  const prefixOf = (chainId: string) => `${PREFIX}${chainId}/`
  return {
    where: `the bucket ${bucket}`,
    async last(chainId) {
      const Prefix = prefixOf(chainId)
      const list = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: 1 }),
      )
      const key = list.Contents?.[0]?.Key
      if (key === undefined) return null
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
      const text = (await found.Body?.transformToString()) ?? ''
      const heads = JSON.parse(text) as Head[]
      return heads.at(-1) ?? null
    },
    async append(chainId, heads) {
      const { number }: { number: number } = JSON.parse(heads.at(-1)?.content ?? '{}')
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: `${prefixOf(chainId)}${String(LARGEST - number).padStart(12, '0')}.json`,
          Body: JSON.stringify(heads),
          ContentType: 'application/json',
          // A locked object wants a sum of its content.
          ChecksumAlgorithm: 'SHA256',
          ObjectLockMode: 'COMPLIANCE',
          ObjectLockRetainUntilDate: new Date(now().getTime() + days * DAY_MS),
        }),
      )
    },
    async chains() {
      const asked = { Bucket: bucket, Prefix: PREFIX, Delimiter: '/' }
      const list = await client.send(new ListObjectsV2Command(asked))
      return (list.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix.slice(PREFIX.length, -1))
    },
  }
}

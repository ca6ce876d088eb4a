import type { Config } from '../../../../config.ts'
import { s3Client } from '../../../../lib/file-store-s3.ts'
import { headsInBucket } from './heads-bucket.ts'
import { headsInFolder } from './heads-file.ts'
import type { Outside } from './outside.ts'

/** Where heads are published, as the settings say: in a folder in any case, in a bucket too if there is one. */
export function placesOf({
  HEADS_DIR,
  HEADS_S3_DAYS,
  heads,
}: Pick<Config, 'HEADS_DIR' | 'HEADS_S3_DAYS' | 'heads'>): Outside[] {
  const folder = headsInFolder(HEADS_DIR)
  if (!heads) return [folder]
  return [folder, headsInBucket(s3Client(heads), { bucket: heads.bucket, days: HEADS_S3_DAYS })]
}

import { z } from 'zod'
import { folder, postgres, setting, text, webAddress, whole, yesOrNo } from './kinds.ts'

const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')

/** The settings of a bucket; half of them is refused. */
function inS3<For extends 'FILES' | 'HEADS'>(what: For, account: string) {
  const shape = {
    BUCKET: setting(bucketName.optional(), account, 'none'),
    ENDPOINT: setting(
      webAddress.optional(),
      'The address of another store than Amazon’s, such as `http://minio:9000`.',
      'Amazon’s',
    ),
    REGION: setting(text.optional(), 'The region of the bucket.', 'none'),
    KEY_ID: setting(text.optional(), 'The key id of the account.', 'none'),
    SECRET: setting(text.optional(), 'The secret of the account.', 'none'),
    PATH_STYLE: setting(
      yesOrNo.transform((value) => value === 'yes').optional(),
      '`yes`: the bucket is in the path of the address; `no`: before its host.',
      '`yes` with an endpoint, else `no`',
    ),
  }
  type Shape = { [Name in keyof typeof shape as `${For}_S3_${Name}`]: (typeof shape)[Name] }
  const named = Object.entries(shape).map(([name, type]) => [`${what}_S3_${name}`, type])
  return Object.fromEntries(named) as Shape
}

export const STORAGE = {
  DEMO: setting(
    yesOrNo.optional(),
    '`no`: the embedded database is empty, for [a programme of your own](operations.md#for-real-the-embedded-database), and nothing of the demo runs beside it.',
    '`yes`; `no` with `DATABASE_URL`',
  ),
  DATABASE_URL: setting(
    postgres.optional(),
    'A PostgreSQL server instead of the embedded one.',
    'none',
  ),
  DATABASE_POOL: setting(
    whole(2, 200).default(12),
    'Connections of the pool. Two more belong to the scan engine, four to the job queue, one to each report and each file of a list on its way (at most four of each) and one to each batch being made.',
  ),
  MASTER_KEY: setting(
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (32 random bytes)')
      .optional(),
    '64 hexadecimal digits. Seals the batch keys, signs the audit chain and the marks of known browsers. Without it coupons cannot be printed again: keep a copy apart from the database. A database remembers which key it was made with; another one is refused.',
    '`DATA_DIR/master.key`, made once with mode 0600',
  ),
  DATA_DIR: setting(
    folder.optional(),
    'The folder of the embedded database and, unless `MASTER_KEY` is set, of `master.key`; in the demo also of the payout simulator’s keys and state.',
    '`.data`; `.programme` with `DEMO=no`',
  ),
  DOCUMENTS_DIR: setting(
    folder.optional(),
    'The pages of members’ documents, one sealed file each. All processes of one database need the same folder: put it on shared storage when they run on several machines.',
    '`DATA_DIR/documents`',
  ),
  MEDIA_DIR: setting(
    folder.optional(),
    'Pictures, pages and videos of the gallery, and the pieces of uploads on their way. Shared by all processes, as `DOCUMENTS_DIR`.',
    '`DATA_DIR/media`',
  ),
  ...inS3(
    'FILES',
    'A bucket instead of the two folders, at Amazon or another S3-compatible store. Bucket, region, key id and secret are set together or not at all. Keys begin with `documents/`, `documents/enquiries/` and `media/`. The account needs to get, put, delete and list: without list a missing file looks like a refusal.',
  ),
  MELTAG_DATABASE_URL: setting(
    postgres.optional(),
    'The tag vendor’s PostgreSQL, read through its view `meltag_tag` over at most three connections; [meltag.md](meltag.md). Use a login that can only read.',
    'the demo’s own; none elsewhere',
  ),
}

export const HISTORY = {
  HEADS_DIR: setting(
    folder.optional(),
    'Where the signed heads of the chain are published, a file for each chain, only added to: [why](operations.md#history-that-cannot-be-rewritten). It proves nothing on a machine that an attacker owns together with the database: name a folder of another machine, mounted append-only where that is possible.',
    '`DATA_DIR-heads`',
  ),
  ...inS3(
    'HEADS',
    'A bucket with object lock, to which heads go as well. Bucket, region, key id and secret are set together or not at all. The account needs to get, put, list and lock (`s3:PutObjectRetention`).',
  ),
  HEADS_S3_DAYS: setting(
    whole(1, 36_500).default(3650),
    'For this many days nobody can delete or overwrite a head in the bucket.',
  ),
  TIMESTAMP_URL: setting(
    webAddress.optional(),
    'A time-stamp authority (RFC 3161) that signs the time of each newest head.',
    'none',
  ),
  WAL_ARCHIVE_DIR: setting(
    folder.optional(),
    'Where the embedded database archives its log and its base backups, so that it can be [restored to any second](operations.md#point-in-time-recovery): on another disk or machine. Set it for every command on that data folder too. A start without it is refused, because it would leave a hole.',
    'none',
  ),
  WAL_ARCHIVE_SECONDS: setting(
    whole(1, 3600).default(60),
    'What was written is in the archive after this many seconds at the latest: that much is lost with the machine. A piece of the log of a programme in which nothing happened took 18 to 58 kB, once 618.',
  ),
  BASE_BACKUPS: setting(
    whole(2, 1000).default(7),
    'The number of base backups that are kept. What can be restored begins with the oldest.',
  ),
}

import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { fileStore, type FileStore } from './file-store.ts'

/** Files of one kind: their folder where files are local, the beginning of their keys in S3. */
export type FilePlace = { folder: string; prefix: string }

/** One client, with its connections, for each configuration. */
const clients = new WeakMap<object, S3Client>()

/**
 * The files of a place: in its folder, or in the bucket where FILES_S3_BUCKET and its settings name
 * one. All files of the product go through here.
 */
export function fileStoreOf({ files }: Pick<Config, 'files'>, place: FilePlace): FileStore {
  if (files === null) return fileStore(place.folder)
  return lazily(async () => {
    // Half a megabyte of code that a local folder does not need.
    const { s3Client, s3Store } = await import('./file-store-s3.ts')
    const client = clients.get(files) ?? s3Client(files)
    clients.set(files, client)
    return s3Store(client, files.bucket, place.prefix)
  })
}

function lazily(open: () => Promise<FileStore>): FileStore {
  return {
    write: async (name, bytes) => (await open()).write(name, bytes),
    copyIn: async (name, source) => (await open()).copyIn(name, source),
    read: async (name) => (await open()).read(name),
    size: async (name) => (await open()).size(name),
    stream: async (name, range) => (await open()).stream(name, range),
    remove: async (names) => (await open()).remove(names),
    async *olderThan(moment) {
      yield* (await open()).olderThan(moment)
    },
  }
}

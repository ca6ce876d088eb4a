import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { FILE_PASSWORD } from '../../contract/endpoint.ts'

/** What a print file holds, and its name, opened with its password as a printing house does. */
export async function openPrintFile(
  bytes: Uint8Array,
  password: string,
): Promise<{ name: string; bytes: Buffer }> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { password, useWebWorkers: false })
  const [file, ...more] = await zip.getEntries()
  if (!file || file.directory || more.length > 0) throw new Error('One file is expected in it.')
  const opened = Buffer.from(await file.getData(new Uint8ArrayWriter()))
  await zip.close()
  return { name: file.filename, bytes: opened }
}

/** The same of an answer of the API; throws what it says where it is none. */
export async function openPrintAnswer(answer: Response): Promise<{ name: string; bytes: Buffer }> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(Buffer.from(bytes).toString())
  return openPrintFile(bytes, answer.headers.get(FILE_PASSWORD) ?? '')
}

import { PIECE_BYTES } from '../../../../../contract/platform/media.ts'

const DIGEST_BYTES = 32

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Names a file on this computer, so that it goes on where it was when it is chosen again: SHA-256 of
 * its first piece and its size. Where the browser has no SHA-256, as over plain HTTP, it is another
 * name each time, and the file starts over.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  // A page that was not reached over TLS has none, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return hexOf(crypto.getRandomValues(new Uint8Array(DIGEST_BYTES)))
  const named = new Blob([file.slice(0, PIECE_BYTES), ` ${file.size}`])
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', await named.arrayBuffer())))
}

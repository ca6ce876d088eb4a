import { randomBytes } from 'node:crypto'

const TIMEOUT_MS = 5_000
const SHA256_ALGORITHM = Buffer.from('300d06096086480165030402010500', 'hex')

/**
 * Has an authority say (RFC 3161) that this SHA-256 was there at its time. Gives the answer as it
 * came, for `openssl ts -verify`; throws where it is none for this hash.
 */
export async function timeStampOf(url: string, sum: Buffer): Promise<Buffer> {
  const nonce = randomBytes(8)
  nonce[0] = (nonce[0] ?? 0) & 0x7f || 1
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(requestOf(sum, nonce)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`The time-stamp authority answered ${answer.status}.`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const status = statusOf(bytes)
  if (status > 1) throw new Error(`The time-stamp authority refused with status ${status}.`)
  // The signed part names what it is for: without these it is for something else.
  if (!bytes.includes(sum) || !bytes.includes(nonce)) {
    throw new Error('The time-stamp authority answered for another hash.')
  }
  return bytes
}

/** TimeStampReq ::= SEQUENCE { version, messageImprint, nonce, certReq }, in DER. */
function requestOf(sum: Buffer, nonce: Buffer): Buffer {
  const version = der(0x02, Buffer.of(1))
  const imprint = der(0x30, Buffer.concat([SHA256_ALGORITHM, der(0x04, sum)]))
  const wantsCertificate = der(0x01, Buffer.of(0xff))
  return der(0x30, Buffer.concat([version, imprint, der(0x02, nonce), wantsCertificate]))
}

/** Of what is shorter than 128 bytes, as all of a request is. */
function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, content.length), content])
}

/** TimeStampResp ::= SEQUENCE { SEQUENCE { INTEGER status, … }, token }. */
function statusOf(bytes: Buffer): number {
  const outer = headerOf(bytes, 0, 0x30)
  const info = headerOf(bytes, outer.begin, 0x30)
  const { begin, length } = headerOf(bytes, info.begin, 0x02)
  return bytes.readUIntBE(begin, length)
}

function headerOf(bytes: Buffer, at: number, tag: number): { begin: number; length: number } {
  const first = bytes[at + 1]
  if (bytes[at] !== tag || first === undefined) {
    throw new Error('The time-stamp authority answered with something else.')
  }
  if (first < 0x80) return { begin: at + 2, length: first }
  const size = first & 0x7f
  return { begin: at + 2 + size, length: bytes.readUIntBE(at + 2, size) }
}

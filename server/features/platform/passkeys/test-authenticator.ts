import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { NewPasskey, UsedPasskey } from '../../../../contract/platform/passkeys.ts'

/** User present, user verified; with a new credential its data as well. Source: WebAuthn level 3, 6.1. */
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

type Site = { origin: string; id?: string }
type Doing = { challenge: string; verified?: boolean }

/** An authenticator in software with one passkey (ES256), as a phone or a key has it. */
export class Authenticator {
  readonly credentialId = randomBytes(32)
  readonly #site: Site
  readonly #key: KeyObject
  readonly #cose: Buffer
  #counter: number

  constructor(site: Site, counter = 0) {
    this.#site = site
    this.#counter = counter
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.#cose = Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      Buffer.from('215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
  }

  make(doing: Doing): NewPasskey {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#cose])
    const data = Buffer.concat([this.#data(doing, FLAGS.attested), attested])
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16BE(data.length)
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from('59', 'hex'),
      bytes,
      data,
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', doing).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  use(doing: Doing): UsedPasskey {
    const client = this.#client('webauthn.get', doing)
    const data = this.#data(doing, 0)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
      },
    }
  }

  #named() {
    const id = this.credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #client(type: string, { challenge }: Doing): Buffer {
    const { origin } = this.#site
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data({ verified = true }: Doing, more: number): Buffer {
    const { origin, id = new URL(origin).hostname } = this.#site
    const counter = Buffer.alloc(4)
    if (this.#counter > 0) counter.writeUInt32BE(this.#counter++)
    const flags = FLAGS.present | (verified ? FLAGS.verified : 0) | more
    return Buffer.concat([createHash('sha256').update(id).digest(), Buffer.from([flags]), counter])
  }
}

import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CONFIG = `
[ tsa ]
default_tsa = ours
[ ours ]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
[ authority ]
basicConstraints = critical,CA:TRUE
[ stamper ]
extendedKeyUsage = critical,timeStamping
`

export type Authority = {
  url: string
  /** Whether this answer is its own, for this hash, by `openssl ts -verify`. */
  confirms(answer: Buffer, sum: Buffer): Promise<boolean>
  stop(): Promise<void>
}

/** A time-stamp authority with a certificate of its own, whose answers `openssl ts` makes. */
export async function startAuthority(folder: string): Promise<Authority> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'ts.cnf'), CONFIG)
  await writeFile(path.join(folder, 'serial'), '01\n')
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-config', '/etc/ssl/openssl.cnf']
  await openssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=Authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  await openssl('req', ...key, '-subj', '/CN=Stamper', '-keyout', 'tsa.key', '-out', 'tsa.csr')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'ts.cnf']
  await openssl(
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    ...signed,
    '-extensions',
    'stamper',
    '-out',
    'tsa.pem',
  )
  let turn = 0
  const server = createServer((request, reply) => {
    void (async () => {
      const name = `query-${++turn}`
      await writeFile(path.join(folder, name), await buffer(request))
      const by = ['-config', 'ts.cnf', '-signer', 'tsa.pem', '-inkey', 'tsa.key']
      await openssl('ts', '-reply', '-queryfile', name, ...by, '-out', `${name}.tsr`)
      reply.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      reply.end(await readFile(path.join(folder, `${name}.tsr`)))
    })().catch(() => reply.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async confirms(answer, sum) {
      await writeFile(path.join(folder, 'answer'), answer)
      const told = ['-digest', sum.toString('hex'), '-in', 'answer']
      return openssl('ts', '-verify', ...told, '-CAfile', 'ca.pem', '-untrusted', 'tsa.pem').then(
        () => true,
        () => false,
      )
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fail, ourEnvironment, ourNode, root } from './ensure.mjs'

const made = [
  path.join(root, 'web', 'dist', 'index.html'),
  path.join(root, '.cache', 'web-graph.json'),
]
const stamp = path.join(root, '.cache', 'web-built-from')

/** Builds the web pages when they are not those of these sources. */
export function ensureWebBuilt() {
  const wanted = fingerprint()
  if (
    made.every((file) => existsSync(file)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted
  )
    return
  process.stdout.write('Building the web pages …\n')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const done = spawnSync(ourNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: ourEnvironment(),
  })
  if (done.status !== 0) fail('The web pages could not be built (see above).')
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    ...filesOf('web'),
    ...filesOf('contract'),
  ]) {
    hash.update(file).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function filesOf(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !file.startsWith(path.join('web', 'dist')))
    .sort()
}

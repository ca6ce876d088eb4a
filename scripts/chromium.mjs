import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, ourEnvironment, ourNode, root } from './ensure.mjs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The Chromium that the browser tests drive: the one that CHROMIUM names, one that is installed,
 * else one installed now, by Debian's package or by Playwright's download. Empty: Playwright's own.
 */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) {
    if (!existsSync(named)) fail(`CHROMIUM names ${named}, and there is no such file.`)
    return named
  }
  const found = places.find((place) => existsSync(place))
  if (found) return found
  process.stdout.write('No Chromium is installed: installing one for the browser tests …\n')
  if (installFromDebian()) return places[0]
  if (installFromPlaywright()) return ''
  fail(
    'The browser tests need Chromium and none could be installed. Install it (Debian: apt-get install chromium) or name one with CHROMIUM=/path/to/chromium.',
  )
}

function installFromDebian() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return (
    apt('update', '-qq') &&
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium') &&
    existsSync(places[0])
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

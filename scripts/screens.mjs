// npm run screens: takes the pictures of docs/screens/ again, of the demo on a data folder of its own.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, orExit, ourEnvironment, ourNode, root } from './ensure.mjs'

const { node, env } = orExit(() => {
  ensureInstalled()
  ensureWebBuilt()
  const chromium = findChromium()
  return { node: ourNode(), env: ourEnvironment(chromium ? { CHROMIUM: chromium } : {}) }
})
const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
const { status } = spawnSync(
  node,
  [playwright, 'test', '--config', 'screens.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env },
)
process.exitCode = status ?? 1

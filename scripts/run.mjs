// npm run …: one of our programs on our Node, with its arguments and its exit code.
import { spawn } from 'node:child_process'
import { ensureInstalled, orExit, ourEnvironment, ourNode, readEnvFile, root } from './ensure.mjs'

const { node, env } = orExit(() => {
  readEnvFile()
  ensureInstalled()
  return { node: ourNode(), env: ourEnvironment() }
})
const child = spawn(node, process.argv.slice(2), { cwd: root, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

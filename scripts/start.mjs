// npm start: install if needed, build if needed, then the server on our Node.
import { spawn } from 'node:child_process'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled, orExit, ourEnvironment, ourNode, readEnvFile, root } from './ensure.mjs'

const { node, env } = orExit(() => {
  readEnvFile()
  ensureInstalled()
  ensureWebBuilt()
  return { node: ourNode(), env: ourEnvironment() }
})
// The channel lets the server notice that this process was killed, and stop in good order.
const server = spawn(node, ['server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env,
})
// Ctrl-C reaches the server by itself, as the same process group; a repeated signal does no harm.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

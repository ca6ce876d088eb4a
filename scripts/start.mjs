// npm start: install if needed, build if needed, then the server on our Node.
import { spawn } from 'node:child_process'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled, ourEnvironment, ourNode, root } from './ensure.mjs'

ensureInstalled()
ensureWebBuilt()
// The channel lets the server notice that this process was killed, and stop in good order.
const server = spawn(ourNode(), ['server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: ourEnvironment(),
})
// Ctrl-C reaches the server by itself, as the same process group; a repeated signal does no harm.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

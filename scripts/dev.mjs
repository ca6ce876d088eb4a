// npm run dev: the server restarts on a change of its code, the pages change as they are edited.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, orExit, ourEnvironment, ourNode, readEnvFile, root } from './ensure.mjs'

const { node, env } = orExit(() => {
  readEnvFile()
  ensureInstalled()
  const url = process.env.PUBLIC_URL ?? 'http://localhost:5173'
  return { node: ourNode(), env: ourEnvironment({ PUBLIC_URL: url }) }
})
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const children = [
  ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'],
  [vite, '--port', '5173'],
].map((args) => spawn(node, args, { cwd: root, stdio: 'inherit', env }))
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
children.forEach((child) =>
  child.on('exit', (code) => {
    stop()
    process.exitCode ??= code ?? 1
  }),
)

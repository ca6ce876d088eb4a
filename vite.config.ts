import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env.PORT ?? '3000'}`

/** Writes .br and .gz beside every script and style, so that the server sends them as they are. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir, config.build.assetsDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((file) => /\.(js|css)$/.test(file))) {
        const bytes = readFileSync(path.join(folder, name))
        writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(path.join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** The web client: `web/` is built to `web/dist`, which the server gives out. */
// A config file is the one place where a tool asks for a default export.
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react(), precompress()],
  server: { port: 5173, proxy: { '/api': { target: server } } },
  preview: { proxy: { '/api': { target: server } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: addresses and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

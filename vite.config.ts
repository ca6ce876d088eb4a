import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc, type Plugin, type Rolldown } from 'vite'

const server = `http://localhost:${process.env.PORT ?? '3000'}`

/** Writes .br and .gz beside everything that shrinks, so that the server sends them as they are. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir, config.build.assetsDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|wasm|ttf)$/.test(file))) {
        const bytes = readFileSync(path.join(folder, name))
        writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(path.join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

const WORKER_SOURCE = path.resolve(import.meta.dirname, 'web/service-worker/offline-worker.ts')
const READER = '/web/ui/qr-camera/own-detector.ts'
const OF_SHELL =
  /\/web\/(shell\/(layout|bell|bell-list|profile-list|password-dialog)\.tsx|lib\/notices\.tsx)/
/**
 * The service workers by their files: by its address one is found. `modules` are those that its pages
 * run on, beside what the entry itself brings; `plain` are files that are not hashed, `without` ones
 * that they name and do not use.
 */
const WORKERS = {
  'plant-worker.js': {
    ours: 'hil-plant-',
    page: '/plant-representatives/qr-scanning',
    modules: [OF_SHELL, /\/web\/(features\/programme\/plant\/|ui\/qr-camera\/)/],
    withReader: true,
    without: null,
    plain: ['boot.js', 'icon.svg', 'plant.webmanifest', 'plant-192.png', 'plant-512.png'],
    keepsOpened: false,
  },
  'dashboard-worker.js': {
    ours: 'hil-dashboard-',
    page: '/dashboard',
    modules: [OF_SHELL, /\/web\/shell\/not-found-page\.tsx/],
    withReader: false,
    // The letters of Hindi, which nothing of the dashboard is written in.
    without: /\/Mukta_/,
    plain: ['boot.js', 'icon.svg'],
    keepsOpened: true,
  },
}
type OfflineWorker = (typeof WORKERS)[keyof typeof WORKERS]

type Bundle = Rolldown.OutputBundle

/** A chunk with all that it cannot run without: other chunks, styles, and what styles and code name. */
function neededBy(bundle: Bundle, start: string, found = new Set<string>()): Set<string> {
  const file = bundle[start]
  if (!file || found.has(start)) return found
  found.add(start)
  const text = file.type === 'chunk' ? file.code : String(file.source)
  const styles = file.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
  const named =
    file.type === 'chunk' || start.endsWith('.css')
      ? (text.match(/assets\/[\w.-]+\.(?:woff2|ttf|wasm|png|svg)/g) ?? [])
      : []
  const imports = file.type === 'chunk' ? file.imports : []
  for (const next of [...imports, ...styles, ...named]) neededBy(bundle, next, found)
  return found
}

/** What the chunks that hold such a module need, and the entry. */
function filesFor(bundle: Bundle, isWanted: (moduleId: string) => boolean): Set<string> {
  const found = new Set<string>()
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some(isWanted)) neededBy(bundle, name, found)
  }
  return found
}

/** What a service worker keeps: the files, and a version that changes with any of them. */
function precached(bundle: Bundle, folder: string, worker: OfflineWorker): object {
  const { ours, page, modules, withReader, without, plain, keepsOpened } = worker
  const isReader = (id: string) => id.includes(READER)
  const isWanted = (id: string) =>
    id.endsWith('/web/main.tsx') || (modules.some((one) => one.test(id)) && !isReader(id))
  const code = filesFor(bundle, isWanted)
  for (const name of code) if (without?.test(name)) code.delete(name)
  const reader = withReader ? [...filesFor(bundle, isReader)].filter((name) => !code.has(name)) : []
  if (withReader && reader.length === 0)
    throw new Error('The worker section lacks its reader of QR codes.')
  const hash = createHash('sha256').update([...code, ...reader].toSorted().join())
  for (const name of plain) hash.update(readFileSync(path.join(folder, name)))
  hash.update(readFileSync(WORKER_SOURCE))
  const address = (name: string) => `/${name}`
  return {
    ours,
    page,
    version: hash.digest('hex').slice(0, 16),
    files: [...code, ...plain].map(address),
    reader: reader.map(address),
    keepsOpened,
  }
}

/** The font of nearly every text begins to come with the page, not when its first text stands there. */
function fontAhead(): Plugin {
  return {
    name: 'font-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => /inter-latin-wght-.*\.woff2$/.test(name))
        if (font === undefined) throw new Error('There is no font to load ahead.')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}` }
        return [{ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }]
      },
    },
  }
}

/** Makes the service workers, with the files that each is to keep written in. */
function serviceWorkers(): Plugin {
  let folder = ''
  return {
    name: 'service-workers',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = config.publicDir
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { code } = await transformWithOxc(readFileSync(WORKER_SOURCE, 'utf8'), WORKER_SOURCE)
        // Written down before the first is emitted, which would be a file of the bundle itself.
        const made = Object.entries(WORKERS).map(([fileName, worker]) => {
          const list = JSON.stringify(precached(bundle, folder, worker))
          return { fileName, source: code.replaceAll('__PRECACHED__', () => list) }
        })
        for (const file of made) this.emitFile({ type: 'asset', ...file })
      },
    },
  }
}

/** Writes down which chunk needs which, and what is in them, for scripts/web-bytes.mjs. */
function graph(): Plugin {
  const web = path.resolve(import.meta.dirname, 'web')
  const ofPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/
  const described = (chunk: Rolldown.OutputChunk) => ({
    isEntry: chunk.isEntry,
    source: chunk.facadeModuleId ? path.relative(web, chunk.facadeModuleId) : null,
    imports: chunk.imports,
    dynamicImports: chunk.dynamicImports,
    styles: [...(chunk.viteMetadata?.importedCss ?? [])],
    modules: chunk.moduleIds.map((id) => path.relative(web, id)),
    packages: [...new Set(chunk.moduleIds.flatMap((id) => ofPackage.exec(id)?.[1] ?? []))],
  })
  return {
    name: 'graph',
    apply: 'build',
    enforce: 'post',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const folder = path.resolve(import.meta.dirname, '.cache')
      mkdirSync(folder, { recursive: true })
      const text = JSON.stringify(
        Object.fromEntries(chunks.map((it) => [it.fileName, described(it)])),
      )
      writeFileSync(path.join(folder, 'web-graph.json'), text)
    },
  }
}

/** The web client: `web/` is built to `web/dist`, which the server gives out. */
// A config file is the one place where a tool asks for a default export.
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react(), fontAhead(), serviceWorkers(), graph(), precompress()],
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

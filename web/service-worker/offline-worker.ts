/**
 * The service worker of the layout: its pages open without a network, and show the offline guard. It
 * keeps files of the build and one page, and never anything that the API answered. It imports nothing:
 * vite.config.ts takes its types off and writes the files in, once for the worker section and once for
 * the dashboard. A new version waits until no page of the old one is open.
 */
type Precached = {
  /** What its caches begin with. */
  ours: string
  /** The page that is kept; it shows whichever address was asked for. */
  page: string
  /** Changes with any of the files. */
  version: string
  files: readonly string[]
  /** The reader of QR codes, for browsers that have none: a megabyte. */
  reader: readonly string[]
  /** Whether it also keeps the code of pages as they are opened: the dashboard has too many to fetch all. */
  keepsOpened: boolean
}
declare const __PRECACHED__: Precached

/** What TypeScript's list for pages lacks of a worker's own things. */
type LateEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type AskEvent = LateEvent & { request: Request; respondWith: (answer: Promise<Response>) => void }
type MessageFromPage = LateEvent & { data: unknown }

const PRECACHED = __PRECACHED__
const CACHE = PRECACHED.ours + PRECACHED.version
/** A network that is there and carries nothing: after this the kept page is shown. */
const PATIENCE_MS = 4000

async function readsQrItself(): Promise<boolean> {
  const Native = Reflect.get(globalThis, 'BarcodeDetector') as
    | { getSupportedFormats: () => Promise<string[]> }
    | undefined
  const formats = await Native?.getSupportedFormats().catch((): string[] => [])
  return formats?.includes('qr_code') ?? false
}

/** All or nothing: a version that could not be fetched whole is not installed. */
async function install(): Promise<void> {
  const { files, reader } = PRECACHED
  const wanted = (await readsQrItself()) ? files : [...files, ...reader]
  const cache = await caches.open(CACHE)
  await cache.addAll(wanted)
  await cache.add(new Request(PRECACHED.page, { cache: 'reload' }))
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PRECACHED.ours) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  const { clients } = globalThis as unknown as { clients: { claim: () => Promise<void> } }
  await clients.claim()
}

async function kept(key: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  return cache.match(key, { ignoreVary: true })
}

/** The page from the server, else the kept one: it shows whichever address was asked for. */
async function openPage(request: Request): Promise<Response> {
  const asked = fetch(request)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const answer = await Promise.race([asked, late]).catch(() => null)
  if (answer && answer.status < 500) return answer
  return (await kept(PRECACHED.page)) ?? answer ?? asked
}

async function openFile(request: Request): Promise<Response> {
  const found = await kept(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok && PRECACHED.keepsOpened) {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** Keeps what a page loaded before this worker came: it is in the browser's own cache. */
async function keepOpened(told: unknown): Promise<void> {
  if (!Array.isArray(told)) return
  const cache = await caches.open(CACHE)
  for (const path of told) {
    if (!isCode(path) || (await kept(path))) continue
    await cache.add(path).catch(() => undefined)
  }
}

/** Files of the build change their names with their bytes. */
function isCode(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/assets/')
}

/** What this worker answers; everything else goes its way as though it were not there. */
function answerTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return null
  if (request.mode === 'navigate') return openPage(request)
  const { files, reader, keepsOpened } = PRECACHED
  const isOurs = files.includes(pathname) || reader.includes(pathname)
  return isOurs || (keepsOpened && isCode(pathname)) ? openFile(request) : null
}

addEventListener('install', (event) => (event as LateEvent).waitUntil(install()))
addEventListener('activate', (event) => (event as LateEvent).waitUntil(activate()))
addEventListener('message', (event) => {
  const told = event as unknown as MessageFromPage
  if (PRECACHED.keepsOpened) told.waitUntil(keepOpened(told.data))
})
addEventListener('fetch', (event) => {
  const asked = event as AskEvent
  const answer = answerTo(asked.request)
  if (answer) asked.respondWith(answer)
})

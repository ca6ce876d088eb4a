/**
 * The service worker of the worker section: its pages open without a network. It keeps files of the
 * build and one page, and never anything that the API answered. It imports nothing: vite.config.ts
 * takes its types off and writes the files in. A new version waits until no page of the old one is open.
 */
type Precached = {
  /** Changes with any of the files. */
  version: string
  files: readonly string[]
  /** The reader of QR codes, for browsers that have none: a megabyte. */
  reader: readonly string[]
}
declare const __PRECACHED__: Precached

/** What TypeScript's list for pages lacks of a worker's own things. */
type LateEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type AskEvent = LateEvent & { request: Request; respondWith: (answer: Promise<Response>) => void }

const PRECACHED = __PRECACHED__
const PAGE = '/plant-representatives/qr-scanning'
const OURS = 'hil-plant-'
const CACHE = OURS + PRECACHED.version
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
  await cache.add(new Request(PAGE, { cache: 'reload' }))
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE)
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
  return (await kept(PAGE)) ?? answer ?? asked
}

async function openFile(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request)
}

/** What this worker answers; everything else goes its way as though it were not there. */
function answerTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return null
  if (request.mode === 'navigate') return openPage(request)
  return PRECACHED.files.includes(pathname) || PRECACHED.reader.includes(pathname)
    ? openFile(request)
    : null
}

addEventListener('install', (event) => (event as LateEvent).waitUntil(install()))
addEventListener('activate', (event) => (event as LateEvent).waitUntil(activate()))
addEventListener('fetch', (event) => {
  const asked = event as AskEvent
  const answer = answerTo(asked.request)
  if (answer) asked.respondWith(answer)
})

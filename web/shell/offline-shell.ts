import { useEffect } from 'react'

const WORKER = '/dashboard-worker.js'
/** Every path of the layout that begins so; the worker section has a worker of its own. */
const SCOPE = '/dashboard'
/** Nothing that the page itself needs waits for it. */
const IDLE_MS = 3_000

/** Files of the build that were loaded and that the service worker has not been told of. */
const untold = new Set<string>()
let worker: Promise<ServiceWorker> | null = null

function watchLoading(): void {
  const note = ({ name }: PerformanceEntry): void => {
    const { origin, pathname } = new URL(name)
    if (origin === location.origin && pathname.startsWith('/assets/')) untold.add(pathname)
  }
  // The list of entries itself ends at 250, which a day of calls fills.
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))
  observer.observe({ type: 'resource', buffered: true })
}

function activated(started: ServiceWorker): Promise<ServiceWorker> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (started.state === 'activated') resolve(started)
      if (started.state === 'redundant') reject(new Error('The service worker was not installed.'))
    }
    started.addEventListener('statechange', look)
    look()
  })
}

/** Not by `ready`: it never comes for a page that was opened outside the scope, such as to sign in. */
async function start(): Promise<ServiceWorker> {
  watchLoading()
  const { active, waiting, installing } = await navigator.serviceWorker.register(WORKER, {
    scope: SCOPE,
  })
  const found = active ?? waiting ?? installing
  if (!found) throw new Error('There is no service worker.')
  return active ?? activated(found)
}

async function keepLoaded(): Promise<void> {
  worker ??= start()
  const told = await worker
  told.postMessage([...untold])
  untold.clear()
}

/** Lets the pages of the dashboard open without a network, so that a reload shows the offline guard. */
export function useOfflineShell(pathname: string): void {
  useEffect(() => {
    const wanted = import.meta.env.PROD && 'serviceWorker' in navigator
    if (!wanted || !pathname.startsWith(SCOPE)) return undefined
    const timer = setTimeout(() => void keepLoaded().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
}

import { useEffect } from 'react'

const WORKER = '/dashboard-worker.js'
/** Every path of the layout that begins so; the worker section has a worker of its own. */
const SCOPE = '/dashboard'
/** Nothing that the page itself needs waits for it. */
const IDLE_MS = 5_000

let started = false

function activated(worker: ServiceWorker): Promise<ServiceWorker> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (worker.state === 'activated') resolve(worker)
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'))
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/** Not by `ready`: it never comes for a page that was opened outside the scope, such as to sign in. */
async function workerOfShell(): Promise<ServiceWorker> {
  const { active, waiting, installing } = await navigator.serviceWorker.register(WORKER, {
    scope: SCOPE,
  })
  const found = active ?? waiting ?? installing
  if (!found) throw new Error('There is no service worker.')
  return activated(found)
}

/** Has the worker keep the code that was loaded, and is loaded later, without passing it. */
async function keepShell(): Promise<void> {
  const worker = await workerOfShell()
  const observer = new PerformanceObserver((list) => {
    const loaded = list.getEntries().map(({ name }) => new URL(name))
    const ours = loaded.filter(({ origin }) => origin === location.origin)
    const code = ours.map(({ pathname }) => pathname).filter((path) => path.startsWith('/assets/'))
    if (code.length > 0) worker.postMessage(code)
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** Lets the pages of the dashboard open without a network, so that a reload shows the offline guard. */
export function useOfflineShell(pathname: string): void {
  const wanted = pathname.startsWith(SCOPE)
  useEffect(() => {
    if (!wanted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    const timer = setTimeout(() => {
      if (started) return
      started = true
      // Without it, as in a private window, an offline reload is what it was before.
      keepShell().catch(() => undefined)
    }, IDLE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
}

import { useEffect, useSyncExternalStore } from 'react'

/** What a browser hands out when the section could be installed. Not in TypeScript's list. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

const MANIFEST = '/plant.webmanifest'
const WORKER = '/plant-worker.js'
const SCOPE = '/plant-representatives/'

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function setOffer(made: InstallOffer | null): void {
  offer = made
  for (const listener of listeners) listener()
}

// The browser offers once, soon after it has seen the manifest: before any component may listen.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  setOffer(event as InstallOffer)
})
window.addEventListener('appinstalled', () => setOffer(null))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Installs the section; null while the browser does not offer to. */
export function useInstall(): (() => void) | null {
  const offered = useSyncExternalStore(subscribe, () => offer)
  if (!offered) return null
  return () => {
    // An offer serves once.
    setOffer(null)
    void offered.prompt().catch(() => undefined)
  }
}

/** Makes the worker section, and nothing else, installable and able to open without a network. */
export function useInstallable(): void {
  useEffect(() => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = MANIFEST
    document.head.append(link)
    if (import.meta.env.PROD && 'serviceWorker' in navigator) {
      navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => undefined)
    }
    return () => link.remove()
  }, [])
}

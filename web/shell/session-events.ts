import { apiHost } from '../lib/api-host.ts'
import { clearSession, readSession, whenSessionEnds } from '../lib/session.ts'
import { isInside, rememberPlace } from './places.ts'

type Leave = { token: string }
/** Of the same origin, wherever the API is. Source: shell spec, section 7. */
const LOGOUT = '/api/logout'
const CHANNEL = 'hil-logout'
const ENDED = 'hil.ended'

let channel: BroadcastChannel | null = null
let goToStart: () => void = () => undefined
let lastLeft = ''

/**
 * Tells the server that this session is over; the cookie says which. The referrer is what the server
 * goes by where a browser sends no fetch metadata. No one waits for the answer.
 */
function tellServer(token: string): void {
  send(LOGOUT, { credentials: 'same-origin', referrerPolicy: 'same-origin' })
  // An API of another origin never set a cookie for this one: there the token says which.
  const host = apiHost()
  if (host && token)
    send(host + LOGOUT, { method: 'POST', headers: { Authorization: token }, credentials: 'omit' })
}

function send(address: string, how: RequestInit): void {
  void fetch(address, { ...how, keepalive: true }).catch(() => undefined)
}

function leave({ token }: Leave): void {
  const stored = readSession()?.token
  // Another session was begun meanwhile: a message that comes late must not end it.
  if (stored !== undefined && stored !== token) return
  if (token === lastLeft) return
  lastLeft = token
  tellServer(token)
  clearSession()
  sessionStorage.removeItem(ENDED)
  goToStart()
}

/** Logs out in every open tab: each clears what it stored, calls `GET /api/logout` and goes to `/`. */
export function logOutEverywhere(): void {
  const token = readSession()?.token ?? ''
  channel?.postMessage({ token } satisfies Leave)
  leave({ token })
}

function isLeave(message: unknown): message is Leave {
  return (
    typeof message === 'object' &&
    message !== null &&
    'token' in message &&
    typeof message.token === 'string'
  )
}

/** Connects this tab to the others and to the API client. `go` shows `/`, `refresh` rereads the page. */
export function listenToSession(go: () => void, refresh: () => void): void {
  goToStart = go
  whenSessionEnds((token) => {
    lastLeft = token
    const { pathname, search } = window.location
    if (isInside(pathname)) rememberPlace(pathname + search)
    sessionStorage.setItem(ENDED, 'yes')
    go()
  })
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isLeave(data)) leave(data)
    })
  }
  // Where channels are missing, the cleared token tells; a new one means that another tab signed in.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== 'token' && key !== null) return
    if (newValue === null) leave({ token: oldValue ?? lastLeft })
    else refresh()
  })
}

/** Whether the session ended without being asked to; said once, on the sign-in page. */
export function sessionHasEnded(): boolean {
  return sessionStorage.getItem(ENDED) !== null
}

export function forgetSessionEnd(): void {
  sessionStorage.removeItem(ENDED)
}

import { useSyncExternalStore } from 'react'
import { parseRole, type Role } from '../../contract/roles.ts'
import type { Session } from '../../contract/platform/session.ts'

/** The items kept on the client, by the shell spec, section 3. */
const KEYS = ['token', 'userRole', 'roleName', 'email', 'data'] as const
type StoredSession = Record<(typeof KEYS)[number], string>

const listeners = new Set<() => void>()
let lastText = ''
let last: StoredSession | null = null

/** What is stored of the signed-in person; null without a token. */
export function readSession(): StoredSession | null {
  const values = KEYS.map((key) => localStorage.getItem(key) ?? '')
  const text = values.join('\n')
  if (text === lastText) return last
  const [token = '', userRole = '', roleName = '', email = '', data = ''] = values
  lastText = text
  last = token ? { token, userRole, roleName, email, data } : null
  return last
}

export function readRole(): Role | null {
  return parseRole(readSession()?.userRole)
}

export function storeSession({ token, userRole, roleName, email, data }: Session): void {
  const values: StoredSession = { token, userRole, roleName, email, data: JSON.stringify(data) }
  for (const key of KEYS) localStorage.setItem(key, values[key])
  tellListeners()
}

export function clearSession(): void {
  for (const key of KEYS) localStorage.removeItem(key)
  tellListeners()
}

/** The stored `data`; empty when there is none that can be read. */
function dataOf(stored: StoredSession): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(stored.data)
    return typeof data === 'object' && data !== null ? { ...data } : {}
  } catch {
    return {}
  }
}

/** The name in the stored `data`; empty when there is none. */
export function nameOf(stored: StoredSession): string {
  const { name } = dataOf(stored)
  return typeof name === 'string' ? name : ''
}

/** The number of the signed-in person in the stored `data`; null when there is none. */
export function staffIdOf(stored: StoredSession): number | null {
  const { staffId } = dataOf(stored)
  return typeof staffId === 'number' ? staffId : null
}

/** Whether nothing else works until two-factor sign-in is set up. */
export function mustSetTwoFactor(stored: StoredSession): boolean {
  return dataOf(stored).mustSetTwoFactor === true
}

/** Two-factor sign-in is set up: everything works from now on. */
export function twoFactorIsSet(): void {
  const stored = readSession()
  if (!stored || !mustSetTwoFactor(stored)) return
  const { mustSetTwoFactor: _done, ...data } = dataOf(stored)
  localStorage.setItem('data', JSON.stringify(data))
  tellListeners()
}

export function useSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, readSession)
}

export function useRole(): Role | null {
  return parseRole(useSession()?.userRole)
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

type Ended = (token: string) => void
let onEnded: Ended = () => undefined

/** Says what to do when the server no longer knows the stored token. */
export function whenSessionEnds(act: Ended): void {
  onEnded = act
}

/** Clears a session that the server has refused, unless another one was begun meanwhile. */
export function sessionRefused(token: string): void {
  if (readSession()?.token !== token) return
  clearSession()
  onEnded(token)
}

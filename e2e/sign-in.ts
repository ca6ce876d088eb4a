import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { FRESH_MINUTES } from '../contract/endpoint.ts'

export const ACCOUNTS = {
  admin: 'admin',
  finance: 'finance',
  hod: 'hod',
  cs: 'cs',
  courier: 'courier',
  'sub admin': 'subadmin',
  'almond team': 'almond',
  marketing: 'marketing',
  worker: 'worker',
} as const
export type RoleName = keyof typeof ACCOUNTS
export const PASSWORD = 'hil-demo-2026'
export const STORED = ['token', 'userRole', 'roleName', 'email', 'data'] as const

type Stored = Record<(typeof STORED)[number], string>
/** A test that begins with a session has a minute at least before it must confirm who it is. */
const FRESH_MS = (FRESH_MINUTES - 1) * 60_000
/** Whether what was signed in at a moment may still be used for a whole test. */
export const isFresh = (at: number): boolean => Date.now() - at < FRESH_MS
const sessions = new Map<RoleName, { session: Stored; at: number }>()

export const emailOf = (role: RoleName): string => `${ACCOUNTS[role]}@hil.example`

/**
 * Signs in through the API, with a session of its own. Not as the browser of before: its session would be
 * replaced, and others may still use it.
 */
export async function newSession(request: APIRequestContext, role: RoleName): Promise<Stored> {
  const answer = await request.post('/api/admin/login', {
    headers: { cookie: 'none=yes' },
    data: { email: emailOf(role), password: PASSWORD },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { data, ...session } = await answer.json()
  return { ...session, data: JSON.stringify(data) }
}

function keep(items: Partial<Stored>): void {
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
}

/** Puts a session where the client keeps it, without starting the client. */
export async function store(page: Page, session: Partial<Stored>): Promise<void> {
  await page.goto('/icon.svg')
  await page.evaluate(keep, session)
}

async function freshSession(page: Page, role: RoleName) {
  const fresh = { session: await newSession(page.request, role), at: Date.now() }
  sessions.set(role, fresh)
  return fresh
}

/**
 * Opens a page signed in as a role. One session a role serves all tests of a worker process: a test
 * that ends its session, or changes its password, takes `newSession` instead.
 */
export async function signIn(page: Page, role: RoleName, path = '/dashboard'): Promise<void> {
  const kept = sessions.get(role)
  const fresh = kept && isFresh(kept.at) ? kept : await freshSession(page, role)
  const { session } = fresh
  // Stored as the page itself begins, which spares one that is opened only for it.
  const storing = await page.addInitScript(keep, session)
  await page.goto(path)
  await storing.dispose()
}

/** What of a session the client has stored now. */
export function storedItems(page: Page): Promise<(string | null)[]> {
  return page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), [...STORED])
}

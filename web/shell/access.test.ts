import { isRedirect } from '@tanstack/react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { canSee } from '../../contract/menu.ts'
import { ROLES } from '../../contract/roles.ts'
import { leadOn } from './access.ts'

afterAll(() => void vi.unstubAllGlobals())

/** Where a path leads whoever is signed in in this role; null where it stays. */
function ledTo(userRole: string, pathname: string): unknown {
  const stored: Record<string, string> = { token: 'a', userRole }
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored[name] ?? null })
  try {
    leadOn(pathname)
    return null
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return thrown.options.to
  }
}

test('the dashboard leads the roles without one on to their first page', () => {
  const led = ROLES.filter((role) => !canSee(role, '/dashboard'))
  expect(led.map((role) => [role, ledTo(role, '/dashboard')])).toEqual([
    ['marketing', '/dashboard/media/gallery'],
    ['worker', '/plant-representatives/dashboard'],
  ])
})

test.each(ROLES.filter((role) => canSee(role, '/dashboard')))('%s stays', (role) => {
  expect(ledTo(role, '/dashboard')).toBeNull()
})

test('other pages, and roles without any page, are refused and not led on', () => {
  expect(ledTo('worker', '/dashboard/users')).toBeNull()
  expect(ledTo('auditor', '/dashboard')).toBeNull()
})

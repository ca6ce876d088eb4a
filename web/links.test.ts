import { expect, test } from 'vitest'
import { canSee, firstPage } from '../contract/menu.ts'
import { ROLES } from '../contract/roles.ts'

const SOURCES = import.meta.glob<string>('./{features,shell,ui}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Where `Link` itself is used, and how it is seen to there that no role is led to a refusal. */
const OWN_LINKS: Record<string, string> = {
  'ui/page-link.tsx': 'is words alone for a role that does not see the page',
  'features/insight/dashboard/rows-link.tsx': 'takes the first target that the role sees',
  'features/programme/scans/live-feed.tsx': 'stands on the dashboards of roles that see the scans',
  'features/platform/session/reset-page.tsx': 'leads to the sign-in page',
  'features/platform/session/not-me-page.tsx': 'leads to the sign-in page',
  'features/people/setup/guide-page.tsx': 'leads to the sign-in page',
  'features/people/workers/onboard-page.tsx': 'asks canSee',
  'features/people/workers/workers-page.tsx': 'leads to a page of all roles that see this one',
  'shell/bell-list.tsx': 'asks canSee',
  'shell/forbidden-page.tsx': 'leads to the first page of the role',
  'shell/header.tsx': 'leads to the dashboard, which leads on',
  'shell/not-found-page.tsx': 'leads to the first page of the role',
  'shell/sidebar.tsx': 'has what the menu shows the role',
}

test('links are page links, which know the role, but for these', () => {
  const importsLink = /import \{[^}]*\bLink\b[^}]*\} from '@tanstack\/react-router'/
  const found = Object.entries(SOURCES)
    .filter(([, source]) => importsLink.test(source))
    .map(([file]) => file.replace('./', ''))
  expect(found.toSorted()).toEqual(Object.keys(OWN_LINKS).toSorted())
})

test.each(ROLES)('the first page of %s is one that it sees', (role) => {
  expect(canSee(role, firstPage(role))).toBe(true)
})

test('whoever sees the list of workers sees their onboarding', () => {
  const refused = ROLES.filter(
    (role) => canSee(role, '/dashboard/workerlist') && !canSee(role, '/dashboard/worker-onboard'),
  )
  expect(refused).toEqual([])
})

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { queries } from './lib/queries.ts'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { MENU_PAGES, type PageModule } from './pages.ts'
import { guardInside, leadOn, mayOpen, skipWhenSignedIn } from './shell/access.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { Guarded } from './shell/guarded.tsx'
import { Root } from './shell/root.tsx'

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  beforeLoad: ({ location }) => guardInside(location),
})

const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  component: lazyRouteComponent(() => import('./shell/layout.tsx'), 'Layout'),
})

/** A component that is loaded when it is shown or pointed at, behind the menu's own rule. */
function guardedPage(path: string, load: () => Promise<PageModule>): RouteComponent {
  const Page = lazyRouteComponent(async () => ({ default: (await load()).Page }))
  const GuardedPage = () => (
    <Guarded path={path}>
      <Page />
    </Guarded>
  )
  return Object.assign(GuardedPage, { preload: Page.preload })
}

function pageRoute([path, load]: [string, () => Promise<PageModule>]) {
  return createRoute({
    getParentRoute: () => layout,
    path,
    beforeLoad: () => leadOn(path),
    loaderDeps: ({ search }: { search: Record<string, unknown> }) => search,
    loader: async ({ deps }) => {
      if (mayOpen(path)) (await load()).preload?.(queries, deps)
    },
    component: guardedPage(path, load),
  })
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(
    () => import('./features/platform/session/sign-in-page.tsx'),
    'SignInPage',
  ),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyRouteComponent(
    () => import('./features/platform/session/reset-page.tsx'),
    'ResetPage',
  ),
})
const notMe = createRoute({
  getParentRoute: () => root,
  path: '/not-me/$token',
  component: lazyRouteComponent(
    () => import('./features/platform/session/not-me-page.tsx'),
    'NotMePage',
  ),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup/$token',
  component: lazyRouteComponent(
    () => import('./features/people/setup/guide-page.tsx'),
    'GuidePage',
  ),
})
const codePage = (path: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      () => import('./features/platform/session/code-page.tsx'),
      'CodePage',
    ),
  })

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    reset,
    notMe,
    setup,
    codePage('/c/$code'),
    // A GS1 Digital Link: the pack's code is its serial.
    codePage('/01/$gtin/21/$code'),
    layout.addChildren(Object.entries(MENU_PAGES).map(pageRoute)),
  ]),
  parseSearch,
  stringifySearch,
  caseSensitive: true,
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, type ReactElement } from 'react'
import { Notices } from './lib/notify.tsx'
import { queries } from './lib/queries.ts'
import { router } from './router.tsx'
import { listenToSession } from './shell/session-events.ts'
import { styleNonce } from './lib/style-nonce.ts'
import { cssVariables, theme } from './theme.ts'

/** Another person's data never stays: what was read is forgotten whenever the session changes. */
function toStart(): void {
  queries.clear()
  void router.navigate({ to: '/', replace: true, ignoreBlocker: true })
}

function refresh(): void {
  queries.clear()
  void router.invalidate()
}

listenToSession(toStart, refresh)

export function App(): ReactElement {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

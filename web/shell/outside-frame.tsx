import { Stack, Title } from '@mantine/core'
import { useEffect, type ReactElement, type ReactNode } from 'react'
import { LogoMark } from './logo.tsx'
import { OfflineGuard } from './offline-guard.tsx'
import classes from './outside-frame.module.css'

/** The frame of the pages outside the layout: one calm card. `name` titles the tab; else `title` does. */
export function OutsideFrame({
  title,
  name = title,
  children,
}: {
  title: string
  name?: string
  children: ReactNode
}): ReactElement {
  useEffect(() => {
    document.title = `${name} · HIL`
  }, [name])
  return (
    <main className={classes.page}>
      <OfflineGuard>
        <div className={classes.card}>
          <LogoMark size={36} />
          <Stack gap="md" mt="lg">
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </div>
      </OfflineGuard>
    </main>
  )
}

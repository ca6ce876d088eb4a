import { Stack, Title } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { LogoMark } from './logo.tsx'
import { OfflineGuard } from './offline-guard.tsx'
import classes from './outside-frame.module.css'

/** The frame of the pages outside the layout: one calm card. */
export function OutsideFrame({
  title,
  children,
}: {
  title: string
  children: ReactNode
}): ReactElement {
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

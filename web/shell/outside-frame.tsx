import { Stack, Title } from '@mantine/core'
import { useEffect, type ReactElement, type ReactNode } from 'react'
import { OfflineGuard } from './offline-guard.tsx'
import classes from './outside-frame.module.css'
import { ProgrammeLogo, useProgramme } from './programme-logo.tsx'

/** The frame of the pages outside the layout: one calm card. `name` titles the tab; else `title` does. */
export function OutsideFrame({
  title,
  name = title,
  wide,
  children,
}: {
  title: string
  name?: string
  /** For more than a few fields. */
  wide?: boolean
  children: ReactNode
}): ReactElement {
  const programme = useProgramme()
  useEffect(() => {
    document.title = `${name} · ${programme.name}`
  }, [name, programme.name])
  return (
    <main className={classes.page}>
      <OfflineGuard>
        <div className={classes.card} data-wide={wide}>
          <ProgrammeLogo />
          <Stack gap="md" mt="lg">
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </div>
      </OfflineGuard>
    </main>
  )
}

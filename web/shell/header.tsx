import { ActionIcon } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconLayoutSidebar, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactElement } from 'react'
import classes from './header.module.css'
import { PaletteButton } from './palette/palette-button.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ProgrammeLogo, useProgramme } from './programme-logo.tsx'

/** What it asks with is no part of the first load. */
const Bell = lazy(async () => ({ default: (await import('./bell.tsx')).Bell }))

function FullscreenToggle(): ReactElement {
  const { toggle, fullscreen } = useFullscreenDocument()
  const label = fullscreen ? 'Leave fullscreen' : 'Fullscreen'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={label}
      title={label}
      aria-pressed={fullscreen}
      onClick={() => void toggle()}
    >
      {fullscreen ? (
        <IconMinimize size={20} stroke={1.6} />
      ) : (
        <IconMaximize size={20} stroke={1.6} />
      )}
    </ActionIcon>
  )
}

export function Header({
  sidebarId,
  sidebarOpen,
  onToggleSidebar,
}: {
  sidebarId: string
  sidebarOpen: boolean
  onToggleSidebar: () => void
}): ReactElement {
  const { name, logo } = useProgramme()
  return (
    <header className={classes.header}>
      <Link to="/dashboard" className={classes.logo} aria-label={`${name}, to the dashboard`}>
        <ProgrammeLogo size={logo ? 36 : 28} />
        {!logo && (
          <span className={classes.name} aria-hidden>
            {name}
          </span>
        )}
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Toggle sidebar"
        title="Toggle sidebar"
        aria-expanded={sidebarOpen}
        aria-controls={sidebarId}
        onClick={onToggleSidebar}
      >
        <IconLayoutSidebar size={20} stroke={1.6} />
      </ActionIcon>
      <div className={classes.gap} />
      <PaletteButton />
      <FullscreenToggle />
      <Suspense fallback={<span className={classes.bell} />}>
        <Bell />
      </Suspense>
      <ProfileMenu />
    </header>
  )
}

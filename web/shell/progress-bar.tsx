import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type ReactElement } from 'react'
import classes from './progress-bar.module.css'

/** A page change shows for at least this long, so that a quick one is seen as well. */
const LEAST_MS = 300

/** The thin bar at the top while a page is on its way. */
export function ProgressBar(): ReactElement | null {
  const wanted = useRouterState({ select: (state) => state.location.pathname })
  const busy = useRouterState({ select: (state) => state.isLoading })
  const [settled, setSettled] = useState(wanted)
  const changing = wanted !== settled

  useEffect(() => {
    if (!changing || busy) return undefined
    const timer = setTimeout(() => setSettled(wanted), LEAST_MS)
    return () => clearTimeout(timer)
  }, [changing, busy, wanted])

  if (!changing) return null
  return <div className={classes.bar} role="progressbar" aria-label="Loading the page" />
}

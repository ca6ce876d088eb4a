import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { LogoMark } from './logo.tsx'
import classes from './programme-logo.module.css'
import { programmeOptions, UNKNOWN, type Programme } from './programme.ts'

export function useProgramme(): Programme {
  const { data } = useQuery(programmeOptions())
  return data ?? UNKNOWN
}

/** The programme’s logo, or its mark where it has none. */
export function ProgrammeLogo({ size = 36 }: { size?: number }): ReactElement {
  const { name, isNamed, logo, colour } = useProgramme()
  if (logo) return <img className={classes.logo} src={logo} alt="" style={{ maxHeight: size }} />
  return <LogoMark size={size} letter={isNamed ? name.slice(0, 1) : undefined} colour={colour} />
}

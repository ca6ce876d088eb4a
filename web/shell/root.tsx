import { Outlet } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ProgressBar } from './progress-bar.tsx'

export function Root(): ReactElement {
  return (
    <>
      <ProgressBar />
      <Outlet />
    </>
  )
}

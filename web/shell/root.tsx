import { Outlet } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ProofHost } from './proof-host.tsx'
import { ProgressBar } from './progress-bar.tsx'

export function Root(): ReactElement {
  return (
    <>
      <ProgressBar />
      <Outlet />
      <ProofHost />
    </>
  )
}

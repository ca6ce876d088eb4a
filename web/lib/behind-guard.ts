import { createContext, useContext } from 'react'

/** Whether the offline guard stands in front of the page: nobody can see what it shows or does. */
export const BehindGuard = createContext(false)

export function useBehindGuard(): boolean {
  return useContext(BehindGuard)
}

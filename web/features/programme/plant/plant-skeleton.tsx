import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import type { ReactElement } from 'react'
import { useWords } from './language.ts'
import classes from './plant-parts.module.css'
import { PLANT_WORDS } from './plant-words.ts'

/** The shape of what is loaded: so many cards of this height, in pixels. */
export function PlantSkeleton({ cards, height }: { cards: number; height: number }): ReactElement {
  const { loading } = useWords(PLANT_WORDS)
  return (
    <div className={classes.skeleton} role="status" aria-label={loading}>
      {Array.from({ length: cards }, (_, card) => (
        <Skeleton key={card} height={height} radius="md" />
      ))}
    </div>
  )
}

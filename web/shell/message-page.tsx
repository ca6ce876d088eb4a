import { Stack, Text, Title } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './message-page.module.css'

/** A page that only says something: not found, not allowed, gone wrong. */
export function MessagePage({
  title,
  icon,
  children,
}: {
  title: string
  icon?: ReactNode
  children: ReactNode
}): ReactElement {
  return (
    <Stack className={classes.page} gap="sm" align="flex-start">
      {icon && (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Title order={1}>{title}</Title>
      {children}
    </Stack>
  )
}

export function Sentence({
  children,
  dimmed,
}: {
  children: ReactNode
  dimmed?: boolean
}): ReactElement {
  return (
    <Text c={dimmed ? 'dimmed' : undefined} maw="60ch">
      {children}
    </Text>
  )
}

import type { MouseEvent, ReactElement, ReactNode } from 'react'

/** A link to a place of the same page: followed without loading it again, opened in a tab as any other. */
export function PlaceLink({
  href,
  className,
  current = false,
  tone,
  onFollow,
  children,
}: {
  href: string
  className: string | undefined
  current?: boolean
  tone?: string | undefined
  onFollow: () => void
  children: ReactNode
}): ReactElement {
  const click = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onFollow()
  }
  return (
    <a
      href={href}
      className={className}
      aria-current={current ? 'true' : undefined}
      data-tone={tone}
      onClick={click}
    >
      {children}
    </a>
  )
}

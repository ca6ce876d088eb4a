import { Popover, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import classes from './select-box.module.css'

/** Stands where a row has no box and says why: when it is pointed at, pressed, or reached by Space. */
export function WhyNot({
  why,
  name,
  tabbable,
}: {
  why: string | null
  name: string
  tabbable: boolean
}): ReactElement | null {
  const [pressed, setPressed] = useState(false)
  const [over, setOver] = useState(false)
  if (why === null) return null
  const leave = (): void => {
    setPressed(false)
    setOver(false)
  }
  return (
    // Below, so that the row itself can be pressed meanwhile. Its words are the button's name.
    <Popover
      opened={pressed || over}
      onChange={leave}
      width={260}
      position="bottom-start"
      shadow="md"
      withRoles={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.why}
          data-why-not
          tabIndex={tabbable ? 0 : -1}
          aria-label={`${name} cannot be selected: ${why}`}
          onClick={() => setPressed(!pressed)}
          onBlur={leave}
          onMouseEnter={() => setOver(true)}
          onMouseLeave={leave}
        >
          <IconLock size={15} stroke={1.8} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{why}</Text>
      </Popover.Dropdown>
    </Popover>
  )
}

import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconKey, IconLogout, IconUserCog } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './profile-menu.module.css'
import { logOutEverywhere } from './session-events.ts'
import { THEMES } from './themes.ts'

function ThemeChoice(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme}>
      <Menu.Label>Theme</Menu.Label>
      {THEMES.map(({ value, label, Icon }) => (
        <Menu.RadioItem key={value} value={value} onChange={() => setColorScheme(value)}>
          <span className={classes.choice}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {label}
          </span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** The list behind the profile button, which is its child. Its code comes when the button is pointed at. */
export function ProfileList({
  opened,
  onClose,
  onUpdatePassword,
  onAccount,
  name,
  email,
  children,
}: {
  opened: boolean
  onClose: () => void
  onUpdatePassword: () => void
  onAccount: () => void
  name: string
  email: string
  children: ReactElement
}): ReactElement {
  return (
    // Not in a portal: dialogs in portals are hidden while offline, this menu is not.
    <Menu
      opened={opened}
      onClose={onClose}
      position="bottom-end"
      width={232}
      withinPortal={false}
      shadow="md"
      offset={10}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person} role="presentation">
          {name && (
            <Text component="span" fw={600} truncate>
              {name}
            </Text>
          )}
          <Text component="span" size="sm" c="dimmed" truncate>
            {email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey size={16} stroke={1.6} />} onClick={onUpdatePassword}>
          Update Password
        </Menu.Item>
        <Menu.Item leftSection={<IconUserCog size={16} stroke={1.6} />} onClick={onAccount}>
          My profile
        </Menu.Item>
        <Menu.Divider />
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={logOutEverywhere}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

/** What the theme can be, in the profile menu and in my profile. */
export const THEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const

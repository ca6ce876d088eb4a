import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { accent, blue, dark, gray, green, red, yellow } from './palette.ts'

/** Colours that carry a status; each has a light and a dark look with readable text (theme.test.ts). */
export const STATUS_COLORS = { accent, gray, green, yellow, red, blue }

/** The look of a tinted element (a light badge, an alert) in each scheme. */
export const tints = Object.entries(STATUS_COLORS).map(([name, shades]) => ({
  name,
  light: { background: shades[1], text: shades[7], hover: shades[2] },
  dark: {
    background: mix(shades[6], dark[7], 0.26),
    text: shades[name === 'gray' ? 4 : 3],
    hover: mix(shades[6], dark[7], 0.36),
  },
}))

function mix(color: string, under: string, share: number): string {
  const channel = (at: number): string => {
    const of = (hex: string): number => Number.parseInt(hex.slice(at, at + 2), 16)
    return Math.round(of(color) * share + of(under) * (1 - share))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** White is readable on this shade of every status colour; the accent has a shade for each scheme. */
export const FILLED = 6

function filledVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(STATUS_COLORS)
      .filter(([name]) => name !== 'accent')
      .flatMap(([name, shades]) => [
        [`--mantine-color-${name}-filled`, shades[FILLED]],
        [`--mantine-color-${name}-filled-hover`, shades[FILLED + 1] ?? shades[FILLED]],
      ]),
  )
}

function tintVariables(scheme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries(
    tints.flatMap(({ name, [scheme]: look }) => [
      [`--mantine-color-${name}-light`, look.background],
      [`--mantine-color-${name}-light-hover`, look.hover],
      [`--mantine-color-${name}-light-color`, look.text],
      [`--mantine-color-${name}-outline`, look.text],
      [`--mantine-color-${name}-text`, look.text],
    ]),
  )
}

/** Surfaces and texts beyond Mantine's own, as CSS variables for modules. */
export const SURFACES = {
  light: {
    page: gray[0],
    surface: '#ffffff',
    raised: '#ffffff',
    line: gray[2],
    strong: gray[9],
    text: '#232936',
    dimmed: gray[6],
    hover: gray[1],
    active: accent[0],
    activeText: accent[7],
    error: red[6],
    placeholder: gray[6],
  },
  dark: {
    page: dark[8],
    surface: dark[7],
    raised: dark[6],
    line: dark[5],
    strong: '#f4f6f9',
    text: dark[0],
    dimmed: dark[2],
    hover: '#1c2028',
    active: '#1d2642',
    activeText: accent[3],
    error: red[3],
    placeholder: '#8790a0',
  },
}

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const look = SURFACES[scheme]
  return {
    '--hil-page': look.page,
    '--hil-surface': look.surface,
    '--hil-raised': look.raised,
    '--hil-line': look.line,
    '--hil-strong': look.strong,
    '--hil-hover': look.hover,
    '--hil-active': look.active,
    '--hil-active-text': look.activeText,
    '--mantine-color-body': look.surface,
    '--mantine-color-text': look.text,
    '--mantine-color-dimmed': look.dimmed,
    '--mantine-color-error': look.error,
    '--mantine-color-placeholder': look.placeholder,
    '--mantine-color-anchor': look.activeText,
    '--mantine-color-default-border': scheme === 'light' ? gray[3] : dark[4],
    ...tintVariables(scheme),
    ...filledVariables(),
  }
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
})

export const theme = createTheme({
  colors: { accent, gray, dark, green, yellow, red, blue },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  fontFamily:
    "'Inter Variable', Mukta, 'Inter Until Then', system-ui, -apple-system, 'Segoe UI', 'Noto Sans Devanagari', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Code', 'Liberation Mono', Menlo, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.45' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog's header is no banner of the page.
    Modal: { styles: { title: { fontSize: '1rem', fontWeight: 600 } } },
    ModalHeader: { defaultProps: { component: 'div' } },
    Drawer: { styles: { title: { fontSize: '1rem', fontWeight: 600 } } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    // Its focusable placeholder is no child that a menu may have: the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 5 } } },
  },
})

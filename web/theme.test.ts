import { describe, expect, it } from 'vitest'
import { FILLED, STATUS_COLORS, SURFACES, theme, tints } from './theme.ts'

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)(
  'in the %s scheme text is readable (4.5 to 1)',
  (scheme) => {
    const look = SURFACES[scheme]
    const grounds = {
      page: look.page,
      surface: look.surface,
      raised: look.raised,
      hover: look.hover,
    }

    it.each(Object.entries(grounds))('on the %s', (_, ground) => {
      for (const text of [look.text, look.strong, look.dimmed, look.error, look.placeholder])
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    })

    it('on the active menu item', () => {
      expect(contrast(look.activeText, look.active)).toBeGreaterThanOrEqual(4.5)
    })

    it.each(tints)('on a tint of $name', (tint) => {
      expect(contrast(tint[scheme].text, tint[scheme].background)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tint[scheme].text, tint[scheme].hover)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tint[scheme].text, look.surface)).toBeGreaterThanOrEqual(4.5)
    })

    it.each(Object.entries(STATUS_COLORS))('white on filled %s', (name, shades) => {
      const primary = theme.primaryShade
      if (typeof primary !== 'object' || primary[scheme] === undefined) throw new Error('no shade')
      const shade = name === 'accent' ? primary[scheme] : FILLED
      expect(contrast('#ffffff', shades[shade] ?? '')).toBeGreaterThanOrEqual(4.5)
    })
  },
)

/** What one Excel cell can hold, in UTF-16 units. */
export const MAX_CELL_CHARS = 32_767

const CUT_NOTE = '… [cut: too long for a cell]'

const NEEDS_CARE = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x/u
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML takes tab, line feed and all from DEL on. */
function escapeUnit(unit: string): string {
  if (unit === '\t' || unit === '\n' || (unit >= '\u007f' && unit < '\ufffe')) return unit
  return `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

function cutToCell(text: string): string {
  if (text.length <= MAX_CELL_CHARS) return text
  // a pair cut in half leaves a lone surrogate, which toWellFormed would show as a broken character
  const cut = text.slice(0, MAX_CELL_CHARS - CUT_NOTE.length).replace(/[\ud800-\udbff]$/, '')
  return cut + CUT_NOTE
}

/**
 * The XML of a cell's text (ECMA-376 ST_Xstring): what XML cannot carry becomes `_xHHHH_`, as does
 * a carriage return, which XML would turn into a line feed. A text that already reads like such an
 * escape has its underscore escaped. Half a surrogate pair means nothing and becomes U+FFFD.
 */
export function cellTextXml(text: string): string {
  const cut = cutToCell(text)
  if (!NEEDS_CARE.test(cut)) return cut
  return cut
    .toWellFormed()
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, escapeUnit)
    .replace(/[&<>]/g, (mark) => MARKUP[mark] ?? mark)
}

/** XML drops white space at the ends unless told not to. */
export function needsSpacePreserved(text: string): boolean {
  return /^[ \t\n]|[ \t\n]$|\n/.test(text)
}

export function attributeXml(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (mark) => MARKUP[mark] ?? mark)
}

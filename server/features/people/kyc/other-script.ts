/**
 * Names in Devanagari as people write them in Latin letters, so that they can be compared with those of a
 * card. Not a scholarly transliteration: an inherent vowel that is not spoken is left out, as in Ramesh.
 */
const CONSONANTS = spellings(
  'क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n',
  'प p फ ph ब b भ bh म m य y र r ल l ळ l व v श sh ष sh स s ह h',
)
/** With a dot below. */
const DOTTED = spellings('क q ख kh ग g ज z ड r ढ rh फ f')
const VOWELS = spellings('अ a आ a इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ओ o औ au ऑ o')
const SIGNS = spellings(
  '\u093E a \u093F i \u0940 i \u0941 u \u0942 u \u0943 ri \u0947 e \u0948 ai \u094B o \u094C au \u0949 o',
)
const [NUKTA, VIRAMA, NASAL] = ['\u093C', '\u094D', new Set(['\u0902', '\u0901'])] as const

/** Letters, each followed by how it is spelled. */
function spellings(...lines: readonly string[]): Record<string, string> {
  const words = lines.join(' ').split(' ')
  return Object.fromEntries(
    words.flatMap((letter, at) => (at % 2 === 0 ? [[letter, words[at + 1] ?? '']] : [])),
  )
}

/** A sound: a consonant without its vowel, or a vowel; `inherent` where no sign writes it. */
type Sound = { text: string; vowel: boolean; inherent: boolean }

const isDevanagari = (text: string): boolean => /\p{Script=Devanagari}/u.test(text)
const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

/** Whether one of two names is in Devanagari and the other in Latin letters. */
export function inOtherScripts(one: string, other: string): boolean {
  return (
    (isDevanagari(one) && isLatin(other) && !isLatin(one)) ||
    (isDevanagari(other) && isLatin(one) && !isLatin(other))
  )
}

/** A name in Devanagari as it reads in Latin letters: `रमेश कुमार` as `Ramesh Kumar`. */
export function latinised(name: string): string {
  return name
    .normalize('NFC')
    .split(/\s+/)
    .map((part) => (isDevanagari(part) ? capital(spoken(soundsOf(part))) : part))
    .join(' ')
}

function soundsOf(part: string): Sound[] {
  // Letters that hold their dot are written as two.
  const letters = [
    ...part
      .normalize('NFD')
      .normalize('NFC')
      .replace(/[\u0958-\u095F]/g, (letter) => letter.normalize('NFD')),
  ]
  const sounds: Sound[] = []
  for (const [index, letter] of letters.entries()) {
    const next = letters[index + 1] ?? ''
    const consonant = CONSONANTS[letter]
    if (consonant !== undefined) {
      const dotted = next === NUKTA
      const after = dotted ? (letters[index + 2] ?? '') : next
      sounds.push(of((dotted && DOTTED[letter]) || consonant, false))
      if (after !== VIRAMA && !(after in SIGNS)) {
        sounds.push({ text: 'a', vowel: true, inherent: true })
      }
    } else if (letter in VOWELS) sounds.push(of(VOWELS[letter] ?? '', true))
    else if (letter in SIGNS) sounds.push(of(SIGNS[letter] ?? '', true))
    else if (NASAL.has(letter)) sounds.push(of(next === 'ह' ? 'ng' : 'n', false))
  }
  return sounds
}

const of = (text: string, vowel: boolean): Sound => ({ text, vowel, inherent: false })

/** Leaves out inherent vowels that nobody speaks: the last, and one between two open syllables. */
function spoken(sounds: readonly Sound[]): string {
  const kept = [...sounds]
  if (kept.length > 2 && kept.at(-1)?.inherent) kept.pop()
  for (let at = kept.length - 3; at >= 2; at--) {
    const isOpen =
      kept[at]?.inherent &&
      !kept[at - 1]?.vowel &&
      kept[at - 2]?.vowel &&
      !kept[at + 1]?.vowel &&
      kept[at + 2]?.vowel
    if (isOpen) kept.splice(at, 1)
  }
  return kept.map(({ text }) => text).join('')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Spellings of one sound as one, so that Sunita, Suneeta and Sunitha meet. */
export function foldedSpelling(name: string): string {
  return name
    .toLowerCase()
    .replace(/ee|ii|ea/g, 'i')
    .replace(/oo|uu|ou/g, 'u')
    .replace(/aa/g, 'a')
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/q|ck/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/(?<=[bcdgjkprst])h+/g, '')
    .replace(/m(?=[bp])/g, 'n')
    .replace(/([a-z])\1+/g, '$1')
    .replace(/y\b/g, 'i')
    .replace(/(?<=[a-z]{2})a\b/g, '')
}

import { expect, test } from 'vitest'
import { TAX_LABELS, taxInHindi } from './tax-labels.ts'
import { explained } from './tax-lines.ts'

const TAKEN = {
  section: 'Section 393 of the Income-tax Act 2025',
  thresholdPaise: 2_000_000,
  withPan: true,
  valuePaise: 600_000,
  beforePaise: 1_500_000,
  beforeTaxedPaise: 0,
  basePaise: 2_100_000,
  rateBps: 1000,
  taxPaise: 210_000,
}

test.each([
  [
    {},
    '₹2,100.00 कर काटा गया: ₹21,000.00 का 10 %, क्योंकि इस वर्ष का योग ₹20,000.00 से अधिक है (आयकर अधिनियम 2025 की धारा 393)।',
  ],
  [
    { beforePaise: 4_000_000, beforeTaxedPaise: 4_000_000, basePaise: 600_000, withPan: false },
    '₹2,100.00 कर काटा गया: ₹6,000.00 का 10 % (पैन के बिना दर), क्योंकि इस वर्ष का योग, ₹46,000.00, ₹20,000.00 से अधिक है (आयकर अधिनियम 2025 की धारा 393)।',
  ],
  [
    { beforePaise: 0, basePaise: 0, taxPaise: 0, section: '194R' },
    'कोई कर नहीं: इस भुगतान के साथ इस वर्ष का योग ₹6,000.00 है, और ₹20,000.00 तक कोई कर नहीं लगता (194R)।',
  ],
  [
    { beforeTaxedPaise: 2_500_000, basePaise: 0, taxPaise: 0, section: '194R' },
    'कोई कर नहीं: इस वर्ष ₹25,000.00 पर कर पहले ही कट चुका है, और इस भुगतान के साथ योग ₹21,000.00 है (194R)।',
  ],
  [{ section: null }, 'कोई कर नहीं: लाभ पर कर का कोई नियम लागू नहीं था।'],
])('a tax is told in Hindi as it is in English', (changed, words) => {
  expect(taxInHindi({ ...TAKEN, ...changed })).toBe(words)
})

test('the lines are in Hindi, with the amounts of the English ones', () => {
  const found = {
    ...TAKEN,
    taken: true,
    form: 'Form 140',
    paymentCode: null,
    financialYear: 2026,
    words: '',
    inKind: false,
  }
  const linesIn = (language: 'en' | 'hi') => explained(found, TAX_LABELS[language]).lines
  const [english, hindi] = [linesIn('en'), linesIn('hi')]
  expect(hindi.map(({ paise, kind }) => [paise, kind])).toEqual(
    english.map(({ paise, kind }) => [paise, kind]),
  )
  for (const { label } of hindi) expect(label).toMatch(/\p{Script=Devanagari}/u)
})

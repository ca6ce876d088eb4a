/** Drawings of things, each in a square of 400 by 400. */
const ART = {
  bag: `<path d="M80 60h240l-14 40 14 240q-120 26-240 0l14-240z" fill="#fff"/><path d="M86 150h228l6 96H82z" fill="#f0a830"/>
    <text x="200" y="212" font-size="52" text-anchor="middle" fill="#22378c" font-weight="700">HIL</text><path d="M80 60h240l-8 22H88z" fill="#d7dbe2"/>`,
  drop: `<path d="M200 40q120 150 120 220a120 120 0 0 1-240 0q0-70 120-220z" fill="#8fd0ff"/><path d="M140 250a60 60 0 0 0 60 66" stroke="#fff" stroke-width="16" fill="none" stroke-linecap="round"/>
    <path d="M60 370h280" stroke="#fff" stroke-width="18" stroke-linecap="round"/>`,
  phone: `<rect x="120" y="20" width="170" height="350" rx="26" fill="#1b202a"/><rect x="132" y="44" width="146" height="296" rx="8" fill="#f0f4fe"/>
    <g fill="#22378c"><path d="M150 100h44v44h-44zM216 100h44v44h-44zM150 166h44v44h-44z"/><path d="M216 166h16v16h-16zM244 166h16v16h-16zM230 194h16v16h-16z"/></g><rect x="150" y="248" width="110" height="34" rx="17" fill="#f0a830"/>`,
  gift: `<rect x="70" y="150" width="260" height="210" rx="10" fill="#e5484d"/><rect x="50" y="110" width="300" height="60" rx="8" fill="#f2676b"/><path d="M180 110h40v250h-40z" fill="#ffd76a"/>
    <path d="M200 110q-80-90-110-40t110 40q80-90 110-40t-110 40z" fill="none" stroke="#ffd76a" stroke-width="20"/>`,
  lamp: `<path d="M60 220q140 60 280 0q-20 130-140 130T60 220z" fill="#c96a1b"/><path d="M90 232q110 36 220 0" stroke="#ffd76a" stroke-width="10" fill="none"/>
    <path d="M200 60q60 90 30 130a40 40 0 0 1-60 0q-30-40 30-130z" fill="#ffd76a"/><path d="M200 120q24 44 10 64a16 16 0 0 1-20 0q-14-20 10-64z" fill="#fff"/>`,
  list: `<rect x="80" y="50" width="240" height="310" rx="16" fill="#fff"/><rect x="150" y="30" width="100" height="44" rx="12" fill="#f0a830"/>
    <g stroke="#22378c" stroke-width="14" stroke-linecap="round" fill="none"><path d="M116 140l18 18 30-34M116 210l18 18 30-34M116 280l18 18 30-34"/><path d="M196 150h88M196 220h88M196 290h60" stroke="#b4bac6"/></g>`,
  coins: `<g fill="#f0a830" stroke="#fff" stroke-width="8"><ellipse cx="150" cy="320" rx="90" ry="34"/><ellipse cx="150" cy="280" rx="90" ry="34"/><ellipse cx="150" cy="240" rx="90" ry="34"/><ellipse cx="260" cy="330" rx="90" ry="34"/><ellipse cx="260" cy="150" rx="70" ry="70"/></g>
    <text x="260" y="172" font-size="64" text-anchor="middle" fill="#fff" font-weight="700">₹</text>`,
  trowel: `<path d="M60 330L190 120l80 80z" fill="#d7dbe2"/><path d="M60 330L230 160l40 40z" fill="#b4bac6"/><path d="M226 164l50-50" stroke="#8c94a3" stroke-width="18"/><rect x="262" y="40" width="46" height="120" rx="20" transform="rotate(45 285 100)" fill="#c96a1b"/>`,
  drill: `<path d="M50 120h210v80H50q-16-40 0-80z" fill="#2f50d4"/><path d="M260 134h50v52h-50z" fill="#4b5464"/><path d="M310 152h60v16h-60z" fill="#b4bac6"/><path d="M90 196h80l-20 130h-80z" fill="#22378c"/><rect x="56" y="320" width="120" height="46" rx="10" fill="#1b202a"/><path d="M170 200h26v40h-34z" fill="#f0a830"/>`,
  helmet: `<path d="M60 250a140 140 0 0 1 280 0z" fill="#f5c518"/><rect x="40" y="246" width="320" height="36" rx="18" fill="#d9a900"/><path d="M176 116h48v130h-48z" fill="#ffe27a"/><g fill="#e5484d"><rect x="90" y="310" width="90" height="56" rx="22"/><rect x="220" y="310" width="90" height="56" rx="22"/></g>`,
  cooker: `<rect x="70" y="160" width="240" height="180" rx="30" fill="#b4bac6"/><path d="M60 160h260v-20q-130-60-260 0z" fill="#8c94a3"/><rect x="176" y="70" width="28" height="44" rx="8" fill="#323945"/><rect x="300" y="130" width="90" height="30" rx="14" fill="#323945"/><path d="M96 220q10 70 40 90" stroke="#e6e9ee" stroke-width="14" fill="none" stroke-linecap="round"/>`,
  smartphone: `<rect x="120" y="30" width="160" height="330" rx="28" fill="#323945"/><rect x="132" y="46" width="136" height="298" rx="16" fill="#688df0"/><circle cx="200" cy="64" r="7" fill="#1b202a"/><path d="M132 260l50-60 40 40 46-70v150q0 24-16 24H148q-16 0-16-24z" fill="#c2d3fa"/>`,
  rain: `<path d="M110 170a70 70 0 0 1 10-138 90 90 0 0 1 170 30 60 60 0 0 1-10 108z" fill="#e6e9ee"/><g stroke="#8fd0ff" stroke-width="14" stroke-linecap="round"><path d="M120 210l-16 40M190 210l-16 40M260 210l-16 40"/></g><path d="M60 370V290l90-50 90 50v80zM240 370v-60h100v60z" fill="#f0a830"/>`,
  shop: `<rect x="50" y="150" width="300" height="210" fill="#f1f3f6"/><path d="M40 90h320l20 70H20z" fill="#2f50d4"/><path d="M40 90h53l-8 70H20zM147 90h53v70h-58zM253 90h54l13 70h-58z" fill="#fff"/><rect x="80" y="210" width="100" height="150" fill="#c96a1b"/><rect x="210" y="210" width="110" height="80" fill="#8fd0ff"/>`,
}
export type Art = keyof typeof ART

const FONT = 'font-family="DejaVu Sans, Liberation Sans, sans-serif"'
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const text = (words: string, at: { x: number; y: number; size: number; fill: string }) =>
  `<text x="${at.x}" y="${at.y}" font-size="${at.size}" font-weight="700" fill="${at.fill}">${escaped(words)}</text>`
const svg = (width: number, height: number, body: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${FONT}>${body}</svg>`,
  )
const art = (name: Art, { x, y, scale }: { x: number; y: number; scale: number }) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${ART[name]}</g>`

/** Two colours of a background, from the upper left to the lower right. */
export type Shades = readonly [string, string]
const ground = (width: number, height: number, [from, to]: Shades) =>
  `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>`

/** A wide banner: two or three short lines beside a drawing. */
export function bannerDrawing(lines: readonly string[], name: Art, shades: Shades): Buffer {
  const [width, height] = [1080, 540]
  const first = height / 2 + 24 - (lines.length - 1) * 42
  const words = lines.map((line, index) =>
    text(line, {
      x: 64,
      y: first + index * 84,
      size: index === 0 ? 68 : 46,
      fill: index === 0 ? '#ffffff' : '#ffe9b8',
    }),
  )
  return svg(
    width,
    height,
    `${ground(width, height, shades)}<circle cx="850" cy="270" r="230" fill="#ffffff" opacity="0.14"/>
    ${art(name, { x: 670, y: 90, scale: 0.9 })}${words.join('')}${text('HIL', { x: 64, y: 84, size: 34, fill: '#ffffff' })}`,
  )
}

/** A thing in the middle of a light square, as a photo of a gift. */
export function thingDrawing(name: Art, shades: Shades): Buffer {
  return svg(
    720,
    720,
    `${ground(720, 720, shades)}<ellipse cx="360" cy="610" rx="230" ry="34" fill="#1b202a" opacity="0.12"/>${art(name, { x: 110, y: 90, scale: 1.25 })}`,
  )
}

const PACKS = {
  bag: {
    body: 'M190 120h340l-22 60 22 420q-170 34-340 0l22-420z',
    extra:
      '<path d="M190 120h340l-10 30H200z" fill="#ffffff" opacity="0.35"/><path d="M214 186q146 22 292 0" stroke="#ffffff" stroke-width="4" stroke-dasharray="14 10" fill="none" opacity="0.6"/>',
  },
  bucket: {
    body: 'M190 190h340l-30 400q-140 30-280 0z',
    extra:
      '<rect x="174" y="160" width="372" height="44" rx="14" fill="#f0a830"/><path d="M186 182q174-170 348 0" stroke="#8c94a3" stroke-width="12" fill="none"/>',
  },
  sheets: {
    body: 'M150 250l420-90v360l-420 90z',
    extra:
      '<path d="M150 250l-24 14v360l24-14z" fill="#1b202a" opacity="0.45"/><path d="M190 242v360M250 229v360M310 216v360M370 203v360M430 190v360M490 177v360M550 164v360" stroke="#ffffff" stroke-width="3" opacity="0.18"/>',
  },
} as const
export type Pack = keyof typeof PACKS

/** The pack of a product on a light square, with its brand, its name and its size. */
export function packDrawing(
  pack: Pack,
  { name, brand, shades: [light, dark] }: { name: string; brand: string; shades: Shades },
): Buffer {
  const { body, extra } = PACKS[pack]
  const [, words, size] = /^(.*?) (\d+ \S+)$/.exec(name) ?? ['', name, '']
  const middle = (line: string, { y, size: px, fill }: { y: number; size: number; fill: string }) =>
    `<text x="360" y="${y}" font-size="${px}" font-weight="700" text-anchor="middle" fill="${fill}">${escaped(line)}</text>`
  const lines = (words ?? name).split(' ').reduce<string[]>((told, word) => {
    const last = told.at(-1)
    if (last === undefined || last.length + word.length > 12) return [...told, word]
    return [...told.slice(0, -1), `${last} ${word}`]
  }, [])
  const label = lines.map((line, index) =>
    middle(line, { y: 392 + index * 40, size: 32, fill: dark }),
  )
  return svg(
    720,
    720,
    `${ground(720, 720, ['#f8f9fb', '#d7dbe2'])}<ellipse cx="360" cy="622" rx="230" ry="30" fill="#1b202a" opacity="0.14"/>
    <defs><linearGradient id="p" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
    <path d="${body}" fill="url(#p)"/>${extra}${middle(brand, { y: 300, size: 40, fill: '#ffffff' })}
    <rect x="222" y="344" width="276" height="${lines.length * 40 + 34}" rx="10" fill="#ffffff"/>${label.join('')}
    ${middle(size ?? '', { y: 506, size: 38, fill: '#ffe9b8' })}`,
  )
}

/** One page of a catalogue, of the shape of A4. */
export function pageDrawing(
  title: string,
  lines: readonly string[],
  { name, shades, page }: { name: Art; shades: Shades; page: number },
): Buffer {
  const rows = lines.map((line, index) => {
    const y = 640 + index * 62
    return `<path d="M56 ${y + 20}h608" stroke="#d7dbe2" stroke-width="2"/>${text(line, { x: 56, y, size: 27, fill: '#323945' })}`
  })
  return svg(
    720,
    1018,
    `<rect width="720" height="1018" fill="#fff"/>${ground(720, 540, shades)}${art(name, { x: 190, y: 110, scale: 0.95 })}
    ${text(title, { x: 56, y: 88, size: 44, fill: '#ffffff' })}${rows.join('')}${text(String(page), { x: 640, y: 980, size: 22, fill: '#8c94a3' })}`,
  )
}

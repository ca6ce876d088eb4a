import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 480
const HEIGHT = 320
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A picture of coloured bars, another one each time: what a phone of the simulation photographs. */
export function drawnPng(random: () => number): Uint8Array<ArrayBuffer> {
  const colours = Array.from({ length: 8 }, () =>
    Buffer.from([0, 0, 0].map(() => 60 + Math.floor(random() * 180))),
  )
  const row = Buffer.concat([
    Buffer.of(0),
    ...Array.from(
      { length: WIDTH },
      (_, x) => colours[Math.floor((x * 8) / WIDTH)] ?? Buffer.alloc(3),
    ),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  // Eight bits each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: HEIGHT }, () => row)))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())]
  return Uint8Array.from(Buffer.concat([SIGNATURE, ...parts]))
}

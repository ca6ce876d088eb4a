/** A page as a picture of ours: WebP to keep, a smaller grey PNG to read, and the text it carried. */
export type Picture = { width: number; height: number; text: string; webp: Buffer; grey: Buffer }

/**
 * What the picture process says, each a line of JSON: a page, with its bytes behind it; then that it
 * is done, or why the file is refused. A page is said when it is ready, so that none has to wait.
 */
export type Line =
  | { width: number; height: number; text: string; webpBytes: number; greyBytes: number }
  | { done: true }
  | { refusal: string }

export function packLine(line: Line): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`)
}

export function packPicture({ webp, grey, ...page }: Picture): Buffer {
  const line = packLine({ ...page, webpBytes: webp.length, greyBytes: grey.length })
  return Buffer.concat([line, webp, grey])
}

/** One event of a stream; `id` is how far the stream has come with it, where that is said. */
export type StreamEvent = { event: string; data: unknown; id: string | undefined }
type Block = { events: StreamEvent[]; retryMs: number | undefined }

function readBlock(block: string): StreamEvent & { retry: string | undefined } {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [name = '', ...value] = line.split(':')
    if (name !== '') fields.set(name, value.join(':').trim())
  }
  const data = fields.get('data')
  return {
    event: fields.get('event') ?? '',
    data: data === undefined ? undefined : JSON.parse(data),
    id: fields.get('id'),
    retry: fields.get('retry'),
  }
}

/**
 * Reads the text of our stream piece by piece, wherever the pieces are cut. What has no event only says
 * that the line stands and how far it has come. Throws where the data is no JSON.
 */
export function eventReader(): (piece: string) => Block {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    const read = blocks.map(readBlock)
    const retry = read.findLast((one) => one.retry !== undefined)?.retry
    return {
      events: read.map(({ event, data, id }) => ({ event, data, id })),
      retryMs: retry === undefined ? undefined : Number(retry),
    }
  }
}

/** Hears how many bytes have gone so far. */
export type OnBytes = (bytes: number) => void

/** What can be sent with a word on how far it is. */
type Sent = {
  method?: string
  headers: Headers
  body?: BodyInit | null
  signal?: AbortSignal | null
}

/** Answers with one of these have no body, and `Response` refuses to be given one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

function answerOf(request: XMLHttpRequest): Response {
  const { status } = request
  const body = WITHOUT_BODY.has(status) ? null : (request.response as ArrayBuffer)
  return new Response(body, { status, headers: headersOf(request) })
}

/**
 * As `fetch`, which cannot tell how much of a body has gone. Fails as `fetch` does: a `TypeError`
 * where no answer comes, an `AbortError` where it is taken back.
 */
export function fetchTelling(url: string, sent: Sent, onBytes: OnBytes): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(sent.method ?? 'GET', url)
    request.responseType = 'arraybuffer'
    for (const [name, value] of sent.headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded))
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    const stop = (): void => request.abort()
    request.addEventListener('loadend', () => sent.signal?.removeEventListener('abort', stop))
    sent.signal?.addEventListener('abort', stop)
    if (sent.signal?.aborted) {
      reject(new DOMException('Aborted', 'AbortError'))
      return
    }
    request.send((sent.body ?? null) as XMLHttpRequestBodyInit | null)
  })
}

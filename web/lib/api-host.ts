const UNFILLED = '__API_HOST__'

/** Where the API is: `{host}/api`. The server writes `host` into the page; empty is the same origin. */
export function apiHost(): string {
  const host = document.querySelector<HTMLMetaElement>('meta[name="hil-api-host"]')?.content ?? ''
  return host === UNFILLED ? '' : host.replace(/\/+$/, '')
}

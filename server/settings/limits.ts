import { setting, whole } from './kinds.ts'

export const LIMITS = {
  MAX_WAITING_REQUESTS: setting(
    whole(10, 1_000_000).default(2000),
    'More requests in flight than this get 503 with `Retry-After`.',
  ),
  MAX_CONNECTIONS: setting(
    whole(100, 1_000_000).default(10_000),
    'More open connections than this are closed at once. Raise `LimitNOFILE` with it.',
  ),
  ADDRESS_SHARE_PERCENT: setting(
    whole(1, 100).default(50),
    'The share of the waiting requests and, without a proxy, of the connections that one address may have: one more gets 429. A quarter of the waiting requests is kept for people who are signed in.',
  ),
  ACCOUNT_SHARE_PERCENT: setting(
    whole(1, 100).default(25),
    'The share of the waiting requests that one account may have. An account may also have 40 MB of files on their way in, all accounts 96 MB; what is promised counts nothing until it arrives.',
  ),
  MAX_EVENT_LOOP_DELAY_MS: setting(
    whole(0, 60_000).default(2000),
    'While the process is held up for longer than this, requests get 503 with `Retry-After`; 0 never refuses for it.',
  ),
  STOP_NOTICE_SECONDS: setting(
    whole(0, 10).default(0),
    'At a stop, how long `/readyz` says 503 while everything is still answered. Behind a load balancer: longer than it takes to see that, such as 5; then a restart of one of several processes fails no request.',
  ),
  HEADERS_SECONDS: setting(
    whole(1, 300).default(15),
    'A request whose headers have not come in whole after this long is closed with 408.',
  ),
  REQUEST_SECONDS: setting(
    whole(1, 3600).default(60),
    'A request that has not come in whole with its body after this long is closed with 408.',
  ),
  READER_SECONDS: setting(
    whole(1, 3600).default(60),
    'An answer of which the reader takes nothing for this long is cut off, at the latest after twice as long. Live pages are sent something every 15 seconds: do not go below 30.',
  ),
}

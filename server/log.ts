import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

type LoggedRequest = { id: string; method: string; routeOptions?: { url?: string }; ip: string }

/**
 * The log. A request is told by its route, never by its address: codes, tokens and mobiles stand in
 * addresses. What a database error quotes of a row is left out.
 */
export function makeLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  to: DestinationStream = pino.destination(),
): Logger {
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    base: { pid: process.pid },
    redact: {
      paths: [
        '*.password',
        '*.confirmPassword',
        '*.token',
        '*.otp',
        '*.mobile',
        '*.authorization',
        '*.cookie',
        'err.detail',
        'err.where',
        'err.query',
        'err.parameters',
        'err.internalQuery',
      ],
      censor: '[hidden]',
    },
    serializers: {
      req: (request: LoggedRequest) => ({
        id: request.id,
        method: request.method,
        route: request.routeOptions?.url,
        address: request.ip,
      }),
    },
  }
  return pino(options, to)
}

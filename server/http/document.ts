import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** OpenAPI 3.1 of every endpoint at /api/openapi.json, and a page to browse it at /api/docs. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'HIL Dashboard',
        version: '1',
        description:
          'The API of the loyalty programme: staff under /api/admin, plant workers under /api/plant, members under /api/member.',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The token of the session, with or without "Bearer" before it.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its page sets styles inline, which no nonce of ours reaches; scripts stay our own files.
    staticCSP: DOCS_POLICY,
    uiConfig: { persistAuthorization: false, tryItOutEnabled: true, docExpansion: 'none' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

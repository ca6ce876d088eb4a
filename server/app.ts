import { randomUUID } from 'node:crypto'
import path from 'node:path'
import cookie from '@fastify/cookie'
import { sql } from 'kysely'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { IDLE_RULES } from '../contract/rule-sessions.ts'
import { speakPlainly } from '../contract/words.ts'
import type { Context } from './context.ts'
import { belongingRoutes } from './features/belonging/belonging.routes.ts'
import { batchRoutes } from './features/batches/batches.routes.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { chargeRoutes } from './features/charges/charges.routes.ts'
import { couponRoutes } from './features/coupons/coupons.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { distributorRoutes } from './features/distributors/distributors.routes.ts'
import { enquiryRoutes } from './features/enquiries/enquiries.routes.ts'
import { expiryRoutes } from './features/expiry/expiry.routes.ts'
import { kycDocumentRoutes } from './features/kyc-documents/kyc-documents.routes.ts'
import { kycRoutes } from './features/kyc/kyc.routes.ts'
import { memberRoutes } from './features/members/members.routes.ts'
import { meltagRoutes } from './features/meltag/meltag.routes.ts'
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts'
import { paymentRoutes } from './features/payments/payments.routes.ts'
import { receiptRoutes } from './features/payments/receipt.routes.ts'
import { pointsRoutes } from './features/points/points.routes.ts'
import { pointsFileRoutes } from './features/member-files/points-files.routes.ts'
import { addressRoutes } from './features/parcels/addresses.routes.ts'
import { parcelRoutes } from './features/parcels/parcels.routes.ts'
import { plantRoutes } from './features/plant/plant.routes.ts'
import { plantMasterRoutes } from './features/plants/plants.routes.ts'
import { productGroupRoutes } from './features/product-groups/product-groups.routes.ts'
import { productRoutes } from './features/products/products.routes.ts'
import { redemptionRoutes } from './features/redemptions/redemptions.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { dataAccessRoutes } from './features/data-access/data-access.routes.ts'
import { watchLookups } from './features/data-access/lookups.service.ts'
import { fraudRoutes } from './features/fraud/fraud.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { ruleRoutes } from './features/rules/rules.routes.ts'
import { scanRoutes } from './features/scans/scans.routes.ts'
import { schemeRoutes } from './features/schemes/schemes.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { programmeRoutes } from './features/identity/identity.routes.ts'
import { setupRoutes } from './features/setup/setup.routes.ts'
import { settlementRoutes } from './features/settlements/settlements.routes.ts'
import { staffRoutes } from './features/staff/staff.routes.ts'
import { taxRoutes } from './features/tax/tax.routes.ts'
import { territoryRoutes } from './features/territories/territories.routes.ts'
import { myAccountRoutes } from './features/my-account/my-account.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { pinRoutes } from './features/pin/pin.routes.ts'
import { twoFactorRoutes } from './features/two-factor/two-factor.routes.ts'
import { erasureRoutes } from './features/erasure/erasure.routes.ts'
import { registrationRoutes } from './features/registration/registration.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { workerRoutes } from './features/workers/workers.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { bannerRoutes } from './features/banners/banners.routes.ts'
import { offerRoutes } from './features/offers/offers.routes.ts'
import { giftRoutes } from './features/gifts/gifts.routes.ts'
import { listExportRoutes } from './features/list-exports/list-exports.routes.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { disputeRoutes } from './features/disputes/disputes.routes.ts'
import { viewRoutes } from './features/views/views.routes.ts'
import { watchProgramme } from './features/watch/watch.service.ts'
import { makeAuthenticator } from './http/authenticate.ts'
import { documentApi } from './http/document.ts'
import { answerErrors, sendError } from './http/errors.ts'
import { observe } from './http/observe.ts'
import { tellSecurityEvents } from './http/security-events.ts'
import { protect } from './http/security.ts'
import { patienceWith } from './http/slow-clients.ts'
import { serveWebsite } from './http/website.ts'
import { AppError } from './lib/app-error.ts'

const FEATURES = [
  sessionRoutes,
  setupRoutes,
  programmeRoutes,
  twoFactorRoutes,
  myAccountRoutes,
  passkeyRoutes,
  pinRoutes,
  noticeRoutes,
  liveRoutes,
  memberRoutes,
  registrationRoutes,
  kycDocumentRoutes,
  kycRoutes,
  userRoutes,
  erasureRoutes,
  belongingRoutes,
  scanRoutes,
  pointsRoutes,
  pointsFileRoutes,
  catalogueRoutes,
  batchRoutes,
  couponRoutes,
  dashboardRoutes,
  reportRoutes,
  redemptionRoutes,
  paymentRoutes,
  addressRoutes,
  parcelRoutes,
  taxRoutes,
  ruleRoutes,
  fraudRoutes,
  dataAccessRoutes,
  messageRoutes,
  receiptRoutes,
  schemeRoutes,
  chargeRoutes,
  expiryRoutes,
  settlementRoutes,
  enquiryRoutes,
  staffRoutes,
  plantRoutes,
  workerRoutes,
  distributorRoutes,
  plantMasterRoutes,
  productGroupRoutes,
  productRoutes,
  territoryRoutes,
  onboardingRoutes,
  meltagRoutes,
  mediaRoutes,
  bannerRoutes,
  offerRoutes,
  giftRoutes,
  notificationRoutes,
  disputeRoutes,
  viewRoutes,
  listExportRoutes,
]
speakPlainly()

const WEBSITE = path.join(import.meta.dirname, '../web/dist')

/** The HTTP side of the product: every endpoint of the contract, the pages, the health of it all. */
export async function buildApp(
  context: Context,
  state: { isReady(): boolean },
): Promise<FastifyInstance> {
  const { config, db, log } = context
  const logger: FastifyBaseLogger = log
  const logsRequests = log.isLevelEnabled('info')
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: !logsRequests }),
    // A logger for each request costs more than reading the request; what is logged of one names its id.
    childLoggerFactory: (parent, bindings, options) =>
      logsRequests ? parent.child(bindings, options) : parent,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    frameworkErrors(error, request, reply) {
      void sendError(request, reply, malformedAddress(error))
    },
    bodyLimit: 256 * 1024,
    ...patienceWith(config),
    connectionTimeout: 0,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // What comes in on an open connection while the server stops is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.decorate('demo', config.demo)
  app.decorate('lists', new Map())
  app.decorate(
    'authenticator',
    makeAuthenticator(context, {
      idleMinutes: (role, at) => context.rules.at(at)[IDLE_RULES[role]],
      lockMinutes: (at) => context.rules.at(at).workerLockMinutes,
      onError: (error) => log.error({ err: error }, 'session not touched'),
    }),
  )
  answerErrors(app)
  tellSecurityEvents(app)
  await app.register(cookie)
  await protect(app, config)
  await documentApi(app)
  observe(
    app,
    { isReady: state.isReady, ping: async () => void (await sql`select 1`.execute(db)) },
    config.METRICS_TOKEN,
    (registry) => watchProgramme(registry, context),
  )
  watchLookups(app, context)
  for (const routes of FEATURES) routes(app, context)
  await serveWebsite(app, { folder: WEBSITE, apiHost: config.API_HOST })
  return app
}

function malformedAddress(cause: Error): AppError {
  return new AppError('invalid', 'This address is not valid.', { cause })
}

import { randomUUID } from 'node:crypto'
import path from 'node:path'
import cookie from '@fastify/cookie'
import { sql } from 'kysely'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { IDLE_RULES } from '../contract/platform/rule-sessions.ts'
import { speakPlainly } from '../contract/words.ts'
import type { Context } from './context.ts'
import { belongingRoutes } from './features/people/belonging/belonging.routes.ts'
import { batchRoutes } from './features/programme/batches/batches.routes.ts'
import { catalogueRoutes } from './features/people/catalogue/catalogue.routes.ts'
import { chargeRoutes } from './features/programme/charges/charges.routes.ts'
import { couponRoutes } from './features/programme/coupons/coupons.routes.ts'
import { dashboardRoutes } from './features/insight/dashboard/dashboard.routes.ts'
import { distributorRoutes } from './features/people/distributors/distributors.routes.ts'
import { enquiryRoutes } from './features/desk/enquiries/enquiries.routes.ts'
import { expiryRoutes } from './features/ledger/expiry/expiry.routes.ts'
import { kycDocumentRoutes } from './features/people/kyc-documents/kyc-documents.routes.ts'
import { kycRoutes } from './features/people/kyc/kyc.routes.ts'
import { memberRoutes } from './features/people/members/members.routes.ts'
import { meltagRoutes } from './features/programme/meltag/meltag.routes.ts'
import { onboardingRoutes } from './features/people/onboarding/onboarding.routes.ts'
import { paymentRoutes } from './features/money/payments/payments.routes.ts'
import { receiptRoutes } from './features/money/payments/receipt/receipt.routes.ts'
import { pointsRoutes } from './features/ledger/points/points.routes.ts'
import { pointsFileRoutes } from './features/ledger/member-files/points-files.routes.ts'
import { addressRoutes } from './features/money/parcels/addresses.routes.ts'
import { parcelRoutes } from './features/money/parcels/parcels.routes.ts'
import { plantRoutes } from './features/programme/plant/plant.routes.ts'
import { plantMasterRoutes } from './features/people/plants/plants.routes.ts'
import { productGroupRoutes } from './features/programme/product-groups/product-groups.routes.ts'
import { productRoutes } from './features/programme/products/products.routes.ts'
import { redemptionRoutes } from './features/money/redemptions/redemptions.routes.ts'
import { reportRoutes } from './features/insight/reports/reports.routes.ts'
import { dataAccessRoutes } from './features/platform/data-access/data-access.routes.ts'
import { watchLookups } from './features/platform/data-access/lookups.service.ts'
import { fraudRoutes } from './features/programme/fraud/fraud.routes.ts'
import { messageRoutes } from './features/platform/messages/messages.routes.ts'
import { ruleRoutes } from './features/platform/rules/rules.routes.ts'
import { scanRoutes } from './features/programme/scans/scans.routes.ts'
import { schemeRoutes } from './features/programme/schemes/schemes.routes.ts'
import { sessionRoutes } from './features/platform/session/session.routes.ts'
import { programmeRoutes } from './features/platform/identity/identity.routes.ts'
import { setupRoutes } from './features/people/setup/setup.routes.ts'
import { settlementRoutes } from './features/money/settlements/settlements.routes.ts'
import { staffRoutes } from './features/people/staff/staff.routes.ts'
import { taxRoutes } from './features/money/tax/tax.routes.ts'
import { territoryRoutes } from './features/people/territories/territories.routes.ts'
import { myAccountRoutes } from './features/platform/my-account/my-account.routes.ts'
import { passkeyRoutes } from './features/platform/passkeys/passkeys.routes.ts'
import { pinRoutes } from './features/platform/pin/pin.routes.ts'
import { twoFactorRoutes } from './features/platform/two-factor/two-factor.routes.ts'
import { erasureRoutes } from './features/operations/erasure/erasure.routes.ts'
import { registrationRoutes } from './features/people/registration/registration.routes.ts'
import { userRoutes } from './features/desk/users/users.routes.ts'
import { workerRoutes } from './features/people/workers/workers.routes.ts'
import { mediaRoutes } from './features/platform/media/media.routes.ts'
import { bannerRoutes } from './features/desk/banners/banners.routes.ts'
import { offerRoutes } from './features/desk/offers/offers.routes.ts'
import { giftRoutes } from './features/money/gifts/gifts.routes.ts'
import { listExportRoutes } from './features/insight/list-exports/list-exports.routes.ts'
import { liveRoutes } from './features/insight/live/live.routes.ts'
import { noticeRoutes } from './features/platform/notices/notices.routes.ts'
import { notificationRoutes } from './features/desk/notifications/notifications.routes.ts'
import { disputeRoutes } from './features/desk/disputes/disputes.routes.ts'
import { viewRoutes } from './features/platform/views/views.routes.ts'
import { programmeMetrics } from './features/platform/metrics/metrics.service.ts'
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
    (registry) => programmeMetrics(registry, context),
  )
  watchLookups(app, context)
  for (const routes of FEATURES) routes(app, context)
  await serveWebsite(app, { folder: WEBSITE, apiHost: config.API_HOST })
  return app
}

function malformedAddress(cause: Error): AppError {
  return new AppError('invalid', 'This address is not valid.', { cause })
}

// Promises broken on purpose: what is put in place of what, and the tests that have to see it.
import { PEOPLE_AND_MONEY } from './people-and-money.mjs'
import { SURVIVAL } from './survival.mjs'

const LEDGER = 'server/db/migrations/0003_ledger.sql'
const PROGRAMME = 'server/db/migrations/0004_programme.sql'
const APPLY = 'server/db/migrations/0005_scan_engine.sql'
const CLAIMS = 'lab/trials/claims-trial.test.ts'
const MATRIX = 'server/test/access-matrix.test.ts'
const feature = (name) => `server/features/${name}`

/** @type {{ name: string, file: string, find: string, put: string, tests: string[] }[]} */
export const MUTANTS = [
  {
    name: 'a coupon is claimed whatever its state',
    file: APPLY,
    find: 'c.code_key = any(p_coupons) and c.status = 1;',
    put: 'c.code_key = any(p_coupons);',
    tests: [
      feature('programme/scans/apply-scans.test.ts'),
      feature('programme/scans/scan-engine.test.ts'),
    ],
  },
  {
    name: 'a transfer may be reversed twice',
    file: LEDGER,
    find: 'create unique index transfer_reversed_once',
    put: 'create index transfer_reversed_once',
    tests: [feature('ledger/points/ledger-keys.test.ts')],
  },
  {
    name: 'an idempotency key may move points twice',
    file: LEDGER,
    find: 'create unique index transfer_idempotency',
    put: 'create index transfer_idempotency',
    tests: [feature('ledger/points/ledger-keys.test.ts')],
  },
  {
    name: 'a key is taken again for another request',
    file: feature('desk/users/adjustments.service.ts'),
    find: 'if (equalBytes(before.bodyHash, bodyHash)) return',
    put: 'return',
    tests: [feature('desk/users/adjustments.test.ts')],
  },
  {
    name: 'the database lets a balance fall below zero',
    file: LEDGER,
    find: 'available bigint not null default 0 check (available >= 0)',
    put: 'available bigint not null default 0',
    tests: [feature('ledger/points/ledger-keys.test.ts')],
  },
  {
    name: 'the service lets a balance fall below zero',
    file: feature('ledger/points/points.service.ts'),
    find: "if (available < 0) throw overdraft(before.available, 'available', points)",
    put: '',
    tests: [feature('desk/users/adjustments.test.ts')],
  },
  {
    name: 'any signature of a webhook will do',
    file: feature('money/payments/provider/razorpayx.ts'),
    find: "if (!equalBytes(Buffer.from(signature, 'hex'), expected)) return null",
    put: '',
    tests: [
      feature('money/payments/provider/webhook.test.ts'),
      feature('money/payments/provider/razorpayx.test.ts'),
      feature('money/payments/provider/razorpayx-states.test.ts'),
    ],
  },
  {
    name: 'a lease may be spent beyond what was granted',
    file: PROGRAMME,
    find: 'check (spent between 0 and granted)',
    put: 'check (spent >= 0)',
    tests: [
      feature('programme/scans/scan-schemes.test.ts'),
      feature('programme/scans/apply-scans.test.ts'),
    ],
  },
  {
    name: 'every role may do everything',
    file: 'server/http/authorize.ts',
    find: '!rolesFor(access).has(caller.role)',
    put: 'false',
    tests: [MATRIX],
  },
  {
    name: 'a session outlives its end',
    file: 'server/http/authenticate.ts',
    find: '!row || row.expiresAt <= now',
    put: '!row',
    tests: [feature('platform/session/session.test.ts')],
  },
  {
    name: 'who asked for points approves them',
    file: feature('desk/users/adjustments.queries.ts'),
    find: ".where('requested_by', '<>', decision.staffId)",
    put: '',
    tests: [feature('desk/users/adjustments.test.ts')],
  },
  {
    name: 'who computed a month approves it',
    file: feature('money/settlements/approval.service.ts'),
    find: "if (row.computedBy === approver.staffId) return 'You computed it: somebody else must approve it.'\n  return whyNoSecond(approver, [row.computedBy])",
    put: 'return null',
    tests: [feature('money/settlements/approval.test.ts')],
  },
  {
    name: 'a sealed value opens for any row',
    file: 'server/lib/crypto.ts',
    find: '.setAAD(Buffer.from(context))',
    put: '.setAAD(Buffer.alloc(0))',
    tests: [feature('platform/vault/vault.test.ts')],
  },
  {
    name: 'the audit trail may be cut short',
    file: feature('platform/audit/audit.service.ts'),
    find: 'head.seq !== String(rows) || !equalBytes(head.hash, last)',
    put: 'head.seq === null',
    tests: [feature('platform/audit/audit.test.ts')],
  },
  {
    name: 'the audit trail may be changed',
    file: feature('platform/audit/audit.service.ts'),
    find: 'row.reason, row.request_id',
    put: 'row.request_id',
    tests: [feature('platform/audit/audit.test.ts')],
  },
  {
    name: 'wrong passwords cost no time',
    file: feature('platform/throttle/throttle.service.ts'),
    find: 'where t.not_before <= ${now} or t.resets_at <= ${now}',
    put: '',
    tests: [
      feature('platform/throttle/throttle.test.ts'),
      feature('platform/session/session.test.ts'),
    ],
  },
  {
    name: 'a formula in a file runs',
    file: 'server/lib/csv.ts',
    find: "FORMULA_START.test(text) ? `'${text}` : text",
    put: 'text',
    tests: ['server/lib/csv.test.ts'],
  },
  {
    name: 'a page repeats the last row of the one before',
    file: 'server/db/keyset.ts',
    find: 'sql<boolean>`(${columns}) < (${bounds})`',
    put: 'sql<boolean>`(${columns}) <= (${bounds})`',
    tests: [feature('ledger/points/points.test.ts')],
  },
  {
    name: 'closed books take another row',
    file: APPLY,
    find: 'if p_at < (select closed_until from ledger_close) then',
    put: 'if false then',
    tests: [
      feature('programme/scans/apply-scans.test.ts'),
      feature('money/settlements/approval.test.ts'),
    ],
  },
  {
    name: 'of two processes each pays a coupon',
    file: APPLY,
    find: 'c.code_key = any(p_coupons) and c.status = 1;',
    put: 'c.code_key = any(p_coupons);',
    tests: ['lab/trials/coupons-trial.test.ts'],
  },
  {
    name: 'a retry of a redemption is another one',
    file: feature('money/redemptions/request.service.ts'),
    find: 'if (earlier) {',
    put: 'if (earlier === null) {',
    tests: [CLAIMS],
  },
  {
    name: 'a used key takes another redemption',
    file: feature('money/redemptions/request.service.ts'),
    find: 'if (!equalBytes(earlier.bodyDigest, bodyDigest)) throw usedKey()',
    put: '',
    tests: [CLAIMS],
  },
  {
    name: 'a held scan is reversed whatever became of it',
    file: feature('programme/scans/reversal.queries.ts'),
    find: "closing.where('review', 'in', open).executeTakeFirst()",
    put: 'closing.executeTakeFirst()',
    tests: [CLAIMS],
  },
  {
    name: 'points are held that are not there',
    file: feature('ledger/points/points.service.ts'),
    find: "if (available < 0) throw overdraft(before.available, 'available', points)",
    put: '',
    tests: [CLAIMS],
  },
  {
    name: 'a coupon whose scan was reversed stays taken',
    file: feature('programme/scans/review.queries.ts'),
    find: 'await freeCoupon(tx, scan.code_key, review.memberId)',
    put: 'if (Number(review.scanId) < 0) await freeCoupon(tx, scan.code_key, review.memberId)',
    tests: ['lab/trials/life.property.test.ts'],
  },
  {
    name: 'who may not is refused after it is done',
    file: 'server/http/mount.ts',
    find: 'await authorize(request, endpoint)\n',
    put: 'request.caller = await request.server.authenticator(request)\n    },\n    preSerialization: async (request) => authorize(request, endpoint),\n    preParsing: async (request, reply) => {\n',
    tests: [MATRIX],
  },
  {
    name: 'a session that nobody used goes on',
    file: 'server/http/authenticate.ts',
    find: 'if (role && !row.forShift && longer(idleMinutes(role, new Date(now)))) return null',
    put: '',
    tests: [MATRIX],
  },
  {
    name: 'a disabled account goes on',
    file: 'server/http/authenticate.ts',
    find: ' && row.disabledAt === null',
    put: '',
    tests: [MATRIX],
  },
  {
    name: 'a cookie alone may write',
    file: 'server/http/authenticate.ts',
    find: "request.method === 'GET' ? request.cookies",
    put: 'true ? request.cookies',
    tests: [MATRIX],
  },
  {
    name: 'who must set up a second factor need not',
    file: 'server/http/authorize.ts',
    find: "caller.limited && access.kind !== 'staff'",
    put: 'false',
    tests: [MATRIX],
  },
  {
    name: 'a member takes back another’s redemption',
    file: feature('money/redemptions/request.service.ts'),
    find: "if (memberId !== caller.memberId) throw notFound('This redemption')",
    put: '',
    tests: ['server/test/ownership.test.ts'],
  },
  {
    name: 'a worker activates another plant’s lot',
    file: feature('programme/coupons/activation-rules.ts'),
    find: 'plantId !== caller.plantId',
    put: 'false',
    tests: ['server/test/other-plant.test.ts'],
  },
  {
    name: 'a worker finds another plant’s lot',
    file: feature('programme/plant/find.service.ts'),
    find: 'lot.plantId !== plantId',
    put: 'false',
    tests: ['server/test/other-plant.test.ts'],
  },
  ...SURVIVAL,
  ...PEOPLE_AND_MONEY,
]

// The trials of docs/trust.md that have a long form, and the test files that hold each.
export const TRIALS = {
  payouts: 'lab/trials/payouts-trial.test.ts',
  onboarding: 'lab/trials/onboarding-trial.test.ts',
  notifications: 'lab/trials/notifications-trial.test.ts',
  restore: ['lab/trials/restore-trial.test.ts', 'lab/trials/pgbackrest.test.ts'],
  fuzz: 'server/test/fuzz.test.ts',
  overload: ['lab/trials/overload-trial.test.ts', 'lab/trials/overload/database-away.test.ts'],
  crash: 'lab/trials/crash-trial.test.ts',
  restarts: 'lab/trials/crash-restarts.test.ts',
  coupons: 'lab/trials/coupons-trial.test.ts',
  claims: 'lab/trials/claims-trial.test.ts',
  acts: 'lab/trials/life.property.test.ts',
  models: [
    'server/features/money/redemptions/redemptions.property.test.ts',
    'server/features/desk/disputes/disputes.property.test.ts',
    'server/features/ledger/expiry/expiry.property.test.ts',
    'server/features/programme/plant/plant.property.test.ts',
    'server/features/money/settlements/settlements.property.test.ts',
  ],
  lists: [
    'server/features/programme/scans/scan-list.test.ts',
    'server/features/ledger/points/points.test.ts',
    'server/features/desk/users/users-list.test.ts',
    'server/features/money/redemptions/redemption-list.test.ts',
    'server/features/programme/charges/charges.test.ts',
  ],
}

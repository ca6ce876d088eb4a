// The trials of docs/trust.md that have a long form, and the test files that hold each.
export const TRIALS = {
  payouts: 'server/test/payouts-trial.test.ts',
  onboarding: 'server/test/onboarding-trial.test.ts',
  notifications: 'server/test/notifications-trial.test.ts',
  restore: ['server/test/restore-trial.test.ts', 'server/test/pgbackrest.test.ts'],
  fuzz: 'server/test/fuzz.test.ts',
  overload: ['server/test/overload-trial.test.ts', 'server/test/overload/database-away.test.ts'],
  crash: 'server/test/crash-trial.test.ts',
  restarts: 'server/test/crash-restarts.test.ts',
  coupons: 'server/test/coupons-trial.test.ts',
  claims: 'server/test/claims-trial.test.ts',
  acts: 'server/test/life.property.test.ts',
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

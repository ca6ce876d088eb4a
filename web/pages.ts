import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * The code of a page. `preload` may start its first requests: it runs with the page's code when a
 * link is pointed at, and is not waited for. `search` is the address's filters, not yet validated.
 */
export type PageModule = {
  Page: () => ReactNode
  preload?: (queries: QueryClient, search: Record<string, unknown>) => unknown
}

/** The pages of the menu by their path; `pages.test.ts` sees to it that none is missing. */
export const MENU_PAGES: Record<string, () => Promise<PageModule>> = {
  '/dashboard': () =>
    import('./features/insight/dashboard/dashboard-page.tsx').then((m) => ({
      Page: m.DashboardPage,
      preload: m.preloadDashboard,
    })),
  '/dashboard/QrPointHistories': () =>
    import('./features/ledger/points/points-page.tsx').then((m) => ({
      Page: m.PointsPage,
      preload: m.preloadPoints,
    })),
  '/dashboard/QrScanHistories': () =>
    import('./features/programme/scans/scans-page.tsx').then((m) => ({
      Page: m.ScansPage,
      preload: m.preloadScans,
    })),
  '/dashboard/QrTokenHistories': () =>
    import('./features/programme/batches/batches-page.tsx').then((m) => ({
      Page: m.BatchesPage,
      preload: m.preloadBatches,
    })),
  '/dashboard/approvals/kyc_history': () =>
    import('./features/people/kyc/history-page.tsx').then((m) => ({
      Page: m.HistoryPage,
      preload: m.preloadHistory,
    })),
  '/dashboard/approvals/kyc_logs': () =>
    import('./features/people/kyc/logs-page.tsx').then((m) => ({
      Page: m.LogsPage,
      preload: m.preloadLogs,
    })),
  '/dashboard/approvals/kyc_verification': () =>
    import('./features/people/kyc/verification-page.tsx').then((m) => ({
      Page: m.VerificationPage,
      preload: m.preloadVerification,
    })),
  '/dashboard/approvals/redemption': () =>
    import('./features/money/redemptions/redemptions-page.tsx').then((m) => ({
      Page: m.RedemptionsPage,
      preload: m.preloadRedemptions,
    })),
  '/dashboard/complete-payment': () =>
    import('./features/money/payments/complete-page.tsx').then((m) => ({
      Page: m.CompletePage,
      preload: m.preloadComplete,
    })),
  '/dashboard/coupon-finder': () =>
    import('./features/programme/coupons/finder-page.tsx').then((m) => ({ Page: m.FinderPage })),
  '/dashboard/distributor-onboard': () =>
    import('./features/people/distributors/distributors-page.tsx').then((m) => ({
      Page: m.DistributorsPage,
      preload: m.preloadDistributors,
    })),
  '/dashboard/enquiry': () =>
    import('./features/desk/enquiries/enquiries-page.tsx').then((m) => ({
      Page: m.EnquiriesPage,
      preload: m.preloadEnquiries,
    })),
  '/dashboard/media/banner': () =>
    import('./features/desk/banners/banners-page.tsx').then((m) => ({
      Page: m.BannersPage,
      preload: m.preloadBanners,
    })),
  '/dashboard/media/ecatalogue': () =>
    import('./features/desk/offers/offers-page.tsx').then((m) => ({
      Page: m.OffersPage,
      preload: m.preloadOffers,
    })),
  '/dashboard/onboarding-logs': () =>
    import('./features/people/onboarding/logs-page.tsx').then((m) => ({
      Page: m.LogsPage,
      preload: m.preloadLogs,
    })),
  '/dashboard/manageadmin': () =>
    import('./features/people/staff/admins-page.tsx').then((m) => ({
      Page: m.AdminsPage,
      preload: m.preloadAdmins,
    })),
  '/dashboard/manageadmin/programme': () =>
    import('./features/operations/programme/programme-page.tsx').then((m) => ({
      Page: m.ProgrammePage,
      preload: m.preloadProgramme,
    })),
  '/dashboard/media/gallery': () =>
    import('./features/platform/media/gallery-page.tsx').then((m) => ({
      Page: m.GalleryPage,
      preload: m.preloadGallery,
    })),
  '/dashboard/meltag-DB': () =>
    import('./features/programme/meltag/meltag-page.tsx').then((m) => ({ Page: m.MeltagPage })),
  '/dashboard/notifications': () =>
    import('./features/desk/notifications/notifications-page.tsx').then((m) => ({
      Page: m.NotificationsPage,
      preload: m.preloadNotifications,
    })),
  '/dashboard/payment-reinitiate': () =>
    import('./features/money/payments/reinitiate-page.tsx').then((m) => ({
      Page: m.ReinitiatePage,
      preload: m.preloadReinitiate,
    })),
  '/dashboard/pending-payment': () =>
    import('./features/money/payments/pending-page.tsx').then((m) => ({
      Page: m.PendingPage,
      preload: m.preloadPending,
    })),
  '/dashboard/points-settlement': () =>
    import('./features/money/settlements/settlements-page.tsx').then((m) => ({
      Page: m.SettlementsPage,
      preload: m.preloadSettlements,
    })),
  '/dashboard/reports': () =>
    import('./features/insight/reports/reports-page.tsx').then((m) => ({
      Page: m.ReportsPage,
      preload: m.preloadReports,
    })),
  '/dashboard/roles': () =>
    import('./features/people/staff/roles-page.tsx').then((m) => ({
      Page: m.RolesPage,
      preload: m.preloadRoles,
    })),
  '/dashboard/scheme': () =>
    import('./features/programme/schemes/schemes-page.tsx').then((m) => ({
      Page: m.SchemesPage,
      preload: m.preloadSchemes,
    })),
  '/dashboard/retailer-charges': () =>
    import('./features/programme/charges/charges-page.tsx').then((m) => ({
      Page: m.ChargesPage,
      preload: m.preloadCharges,
    })),
  '/dashboard/worker-onboard': () =>
    import('./features/people/workers/onboard-page.tsx').then((m) => ({
      Page: m.OnboardPage,
      preload: m.preloadOnboard,
    })),
  '/dashboard/workerlist': () =>
    import('./features/people/workers/workers-page.tsx').then((m) => ({
      Page: m.WorkersPage,
      preload: m.preloadWorkers,
    })),
  '/dashboard/users': () =>
    import('./features/desk/users/users-page.tsx').then((m) => ({
      Page: m.UsersPage,
      preload: m.preloadUsers,
    })),
  '/plant-representatives/qr-scanning': () =>
    import('./features/programme/plant/scanning/scanning-page.tsx').then((m) => ({
      Page: m.ScanningPage,
    })),
  '/plant-representatives/activate-deactivate': () =>
    import('./features/programme/plant/activation/activation-page.tsx').then((m) => ({
      Page: m.ActivationPage,
      preload: m.preloadActivation,
    })),
  '/plant-representatives/coupon-tracker': () =>
    import('./features/programme/plant/tracker/tracker-page.tsx').then((m) => ({
      Page: m.TrackerPage,
    })),
  '/plant-representatives/dashboard': () =>
    import('./features/programme/plant/shift/shift-page.tsx').then((m) => ({
      Page: m.ShiftPage,
      preload: m.preloadShift,
    })),
}

/** What will stand on the pages that are not built yet; a page's line goes when the page comes. */
export const COMING: Record<string, string> = {
  '/dashboard/manageadmin':
    'staff accounts with their roles, one-time links and sessions, and the trail of who did what.',
  '/plant-representatives/activate-deactivate':
    'activating or deactivating a lot by serial range, carton or single code, with a preview.',
  '/plant-representatives/coupon-tracker':
    'one code or serial with its state and its plant history.',
  '/plant-representatives/dashboard':
    'your shift: what was activated and deactivated, by hour and against the lot.',
  '/plant-representatives/qr-scanning':
    'the camera reading one pack after another, also while the network is away.',
  '/dashboard/media/gallery':
    'images and videos to upload, tag, search and replace, with where each is used.',
  '/dashboard/media/banner': 'the app’s banners in order, with dates, audience and a preview.',
  '/dashboard/media/ecatalogue':
    'offers with their validity, and gift items with points price, stock and photo.',
  '/dashboard/notifications':
    'messages to members: audience, preview, schedule and how many were delivered.',
  '/dashboard/roles': 'the roles: who has each, what each sees and what each may do.',
  '/dashboard/meltag-DB': 'the same search in the tag vendor’s database, beside our own answer.',
  '/dashboard/distributor-onboard':
    'distributors with GSTIN, PAN and territory, added by form or by file.',
  '/dashboard/onboarding-logs': 'onboarding errors to correct in place, retry or download.',
  '/dashboard/worker-onboard': 'one worker by form, many by file, with a preview before applying.',
  '/dashboard/workerlist': 'plant workers with plant, shift, last activity and counts.',
}

/** What will stand on the pages that are not built yet; a page's line goes when the page comes. */
export const COMING: Record<string, string> = {
  '/dashboard/media/gallery':
    'images and videos to upload, tag, search and replace, with where each is used.',
  '/dashboard/media/banner': 'the app’s banners in order, with dates, audience and a preview.',
  '/dashboard/media/ecatalogue':
    'offers with their validity, and gift items with points price, stock and photo.',
  '/dashboard/notifications':
    'messages to members: audience, preview, schedule and how many were delivered.',
}

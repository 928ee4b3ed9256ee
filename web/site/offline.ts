// After the first visit the site works without a network: once a page has come to rest, a service worker (see
// service-worker.js) fetches what the other pages need.
// Named apart from its use, because bundlers take such a pair for a file of theirs.
const fromAssets = '../service-worker.js';

/** The longest that the page's own work is waited for. Unit: ms. */
const patience = 8000;

function keepSite(): void {
  const address = new URL(fromAssets, import.meta.url);
  // Private windows and full disks refuse; then the site needs its network.
  navigator.serviceWorker.register(address).catch(() => {});
}

function whenAtRest(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: patience });
  else setTimeout(work, patience);
}

const sparing =
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData;
// In a frame it is another site's visit.
if (import.meta.env.PROD && window.top === window && 'serviceWorker' in navigator && !sparing) {
  if (document.readyState === 'complete') whenAtRest(keepSite);
  else addEventListener('load', () => whenAtRest(keepSite), { once: true });
}

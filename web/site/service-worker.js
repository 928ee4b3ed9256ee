// Keeps a build of the site, so that it works without a network. The build writes the list of its files above this:
// `self.build = { version, files: [[name, integrity], …] }`.
// A page comes from the network while there is one, so readers always get the newest build; without, from the newest
// build that is whole here. What stands in assets/ has its content in its name: one copy is as good as any other.
const scope = self.registration.scope;
const prefix = `holonom ${scope} `;
const current = prefix + self.build.version;

/** The caches of this site, oldest first. Another site of the same origin has others. */
const builds = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

const isNamedByContent = (address) => address.startsWith(`${scope}assets/`);

/** What is kept under an address, in whatever build. */
async function kept(address) {
  for (const name of await builds()) {
    const found = await (await caches.open(name)).match(address);
    if (found) return found;
  }
  return undefined;
}

/** Puts a file of this build into its cache. A file of another build is an error, so builds are never mixed. */
async function keep(cache, [name, integrity]) {
  const address = scope + name;
  if (await cache.match(address)) return;
  const old = isNamedByContent(address) ? await kept(address) : undefined;
  if (old) return cache.put(address, old);
  const fresh = isNamedByContent(address) ? 'default' : 'no-cache';
  const answer = await fetch(address, { cache: fresh, integrity });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  // Made anew, because a page may not be answered by what came after a redirect.
  const { headers } = answer;
  await cache.put(address, new Response(await answer.blob(), { headers }));
}

async function keepAll() {
  const cache = await caches.open(current);
  await Promise.all(self.build.files.map((file) => keep(cache, file)));
  await self.skipWaiting();
}

/** The build before stays for pages of it that are still open. */
async function forgetOld() {
  const old = (await builds()).filter((name) => name !== current);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const { origin, pathname } = new URL(request.url);
    const address = origin + pathname.replace(/\/$/, '/index.html');
    const found = await (await caches.open(current)).match(address);
    if (found) return found;
    throw error;
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOld()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const answer = isNamedByContent(request.url)
    ? kept(request.url).then((found) => found ?? fetch(request))
    : page(request);
  event.respondWith(answer);
});

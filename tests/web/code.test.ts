// Code of readers: it runs as they type, tells where it is wrong, and gets out of its sandbox in no way.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepScreenshot, runSteps, staysFinite, useSite } from './playground.ts';

const { openScene } = useSite();

/** Counts who calls. */
const calls: string[] = [];
const server = createServer((request, response) => {
  calls.push(request.url ?? '');
  response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('caught');
});
let outside = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function openCode(page: Page): Promise<void> {
  await page.locator('.tabs [data-tab=code]').click();
  await page.locator('.cm-content').getByText('defineScene').first().waitFor();
}

/** Writes over everything in the editor, as a person would. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const status = (page: Page) => page.locator('.code-status');
const says = (page: Page, words: RegExp | string) =>
  status(page).filter({ hasText: words }).waitFor({ timeout: 60_000 });

const scene = (build: string, rest = '') => `import { addBall, addGround } from './parts/common.js';
import { defineScene } from './scene.js';
${rest}
export default defineScene({
  title: 'Mine',
  description: 'of the test',
  tags: [],
  camera: { position: [3, 2, 5], target: [0, 1, 0] },
  controls: { lift: { label: 'Lift', value: 3, min: 0, max: 9, step: 1, live: true } },
  build({ world, values }) {
${build}
  },
});
`;

test('an edit runs by itself; what is wrong is told by its line, and the last good scene goes on', async () => {
  const { page, complaints } = await openScene('pyramid');
  await openCode(page);
  await write(page, scene('    addGround(world);\n    addBall(world, [0, 2, 0], 0.5);'));
  await says(page, 'Runs');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Mine');
  expect(await page.evaluate(() => window.holonomPlayground?.world.bodies.length)).toBe(2);
  await runSteps(page, 10);

  await write(page, scene('    addGround(world);\n    addBall(world, [0, 2, 0], -1);'));
  await says(page, /Line 12: .*radius.*-1.*[^ ]\. The last good scene goes on\./);
  expect(await page.evaluate(() => window.holonomPlayground?.world.bodies.length)).toBe(2);
  await write(page, scene('    addGround(world;'));
  await says(page, 'Line 11');
  await page.locator('.cm-lint-marker-error, .cm-lintRange-error').first().waitFor();
  await keepScreenshot(page, 'code-error');
  await runSteps(page, 5);
  expect(complaints).toEqual([]);
});

test('what can be read but not run is told by its line too, and the original comes back', async () => {
  const { page } = await openScene('pyramid');
  await openCode(page);
  const original = page.getByRole('button', { name: 'Original' });
  expect(await original.isDisabled()).toBe(true);
  await write(page, scene('    addGround(world);\n    const a = 1;\n    const a = 2;'));
  await says(page, /Line 1[23]: .*'a'/);
  await original.click();
  await says(page, 'Edits run by themselves');
  expect(await page.locator('.cm-content').textContent()).not.toContain('const a = 2');
  expect(await original.isDisabled()).toBe(true);
});

test('an edit is there again after another scene, Back, a reload and a change of language', async () => {
  const { page, complaints } = await openScene('pyramid');
  await openCode(page);
  const count = (bodies: number) =>
    page.waitForFunction(
      (wanted) => window.holonomPlayground?.world.bodies.length === wanted,
      bodies,
    );
  await write(page, scene('    addGround(world);\n    addBall(world, [0, 2, 0], 0.5);'));
  await count(2);
  const original = page.getByRole('button', { name: 'Original' });
  await page.locator('#scenes [data-scene=tower]').click();
  await page.locator('.cm-content').getByText('Three planks').waitFor();
  expect(await original.isDisabled(), 'of another scene nothing was edited').toBe(true);
  await page.goBack();
  await count(2);
  expect(await original.isEnabled()).toBe(true);
  await page.locator('#stage').focus();
  for (const [key, name] of [
    ['[', ''],
    [']', 'Mine'],
  ] as const) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (title) => (document.querySelector('#title')?.textContent === 'Mine') === (title === 'Mine'),
      name,
    );
  }
  await count(2);

  await page.reload();
  await count(2);
  await page.locator('.tabs [data-tab=code]').click();
  await page.getByRole('button', { name: '한국어' }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'ko');
  await count(2);
  expect(await page.locator('body').getAttribute('data-tab')).toBe('code');
  await page.getByRole('button', { name: '원본' }).click();
  await count(93);
  await page.reload();
  await page.waitForFunction(() => window.holonomPlayground?.ready);
  await runSteps(page, 10);
  await count(93);
  expect(complaints).toEqual([]);
});

test('code acts before each step, sees where things are, and its live controls work', async () => {
  const { page, complaints } = await openScene('tower');
  await openCode(page);
  const build = `    addGround(world);
    const ball = addBall(world, [0, 1, 0], 0.25, { name: 'lifted' });
    let { lift } = values;
    return {
      beforeStep(time: number) {
        ball.linearVelocity = [0, lift * (2 - ball.position[1]), time > 1e9 ? 1 : 0];
      },
      apply(changed) { lift = changed.lift; },
    };`;
  await write(page, scene(build));
  await says(page, 'Runs');
  const height = () =>
    page.evaluate(() => window.holonomPlayground?.world.bodies.at(1)?.position[1] ?? 0);
  await page.waitForFunction(
    () => (window.holonomPlayground?.world.bodies.at(1)?.position[1] ?? 0) > 1.8,
  );
  expect(await height()).toBeLessThan(2.2);
  expect(await staysFinite(page)).toBe(true);
  await page.locator('.tabs [data-tab=scene]').click();
  await page.getByLabel('Lift', { exact: true }).first().fill('0');
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    () => Math.abs(window.holonomPlayground?.world.bodies.at(1)?.linearVelocity[1] ?? 9) < 0.2,
  );
  expect(complaints).toEqual([]);
});

test('code reads contacts, reactions, forces of ties and the solver’s report of the last step', async () => {
  const { page, complaints } = await openScene('tower');
  await openCode(page);
  const build = `    addGround(world);
    const ball = addBall(world, [0, 0.5, 0], 0.5, { mass: 2 });
    const bob = addBall(world, [3, 3, 0], 0.2, { mass: 1 });
    const rod = world.addJoint({ distance: { bodyA: bob, anchorB: [3, 4, 0] } });
    const rope = world.addRope({ length: 1, segments: 4, mass: 0.5, damping: 3,
      position: [-3, 3, 0], rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] });
    const tie = world.addAttachment({ rope, point: 0 });
    const wind = world.addForce({ point: { body: ball, force: [0, 0, 0] } });
    return {
      beforeStep() {
        const [contact] = world.contacts;
        if (!contact || contact.bodyA !== ball && contact.bodyB !== ball) return;
        const push = contact.points.reduce((sum, point) => sum + point.normalForce, 0);
        const [, pull] = rod.reaction.force;
        const { solverRows } = world.statistics;
        const lifts = Math.abs(tie.force[1] - 4.905) < 0.1;
        wind.force = [0, 0, 1e-9];
        const own = wind.force[2] > 0;
        ball.name = [push, Math.abs(pull), lifts, rod.rows.length, solverRows > 0, own].map((one) =>
          typeof one === 'number' ? Math.round(10 * one) / 10 : one).join(' ');
      },
    };`;
  await write(page, scene(build));
  await says(page, 'Runs');
  // The weights of 2 kg, 1 kg and 0.5 kg at 9.81 m/s²; a force that code sets is what it set.
  await page.waitForFunction(
    () => window.holonomPlayground?.world.bodies.at(1)?.name === '19.6 9.8 true 1 true true',
  );
  expect(complaints).toEqual([]);
});

test('the editor completes from the types of the package and underlines what they forbid', async () => {
  const { page } = await openScene('pyramid');
  await openCode(page);
  await write(page, scene("    addGround(world);\n    world.substeps = 'two';\n    world."));
  await page.keyboard.press('Control+End');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.type('addC', { delay: 50 });
  await page.locator('.cm-tooltip-autocomplete').getByText('addCloth').waitFor({ timeout: 30_000 });
  await keepScreenshot(page, 'code-completion');
  await page.keyboard.press('Escape');
  await page.locator('.cm-lintRange-error').first().waitFor({ timeout: 30_000 });
});

test('an endless loop is stopped, when building, when stepping, and in what nobody waits for', {
  timeout: 300_000,
}, async () => {
  const { page } = await openScene('pyramid');
  await openCode(page);
  await write(page, scene('    for (;;) addGround;'));
  await says(page, /was stopped.*goes on/);
  await runSteps(page, 2);
  await write(page, scene('    addGround(world);\n    return { beforeStep() { for (;;); } };'));
  await says(page, 'Runs');
  await says(page, /was stopped.*stands still/);

  const sleep = `    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    Atomics.wait(new Int32Array(buffer), 0, 0);`;
  const declared = 'declare const WebAssembly: any, setTimeout: any;';
  await write(page, scene(sleep, declared));
  await says(page, 'was stopped');
  const timer = '    addGround(world);\n    setTimeout(() => { for (;;); }, 100);';
  await write(page, scene(timer, declared));
  await says(page, 'Runs');
  await says(page, 'was stopped');
});

const leaveSecrets = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: something to steal
    document.cookie = 'secret=1';
    localStorage.setItem('secret', '1');
  });

test('code reads nothing of the page and reaches nothing outside', async () => {
  const { page } = await openScene('pyramid');
  await leaveSecrets(page);
  await page.evaluate(() => {
    new BroadcastChannel('all').onmessage = () => {
      document.title = 'heard';
    };
  });
  await openCode(page);
  const tries = `
const got: string[] = [];
const attempt = (name: string, work: () => unknown) => {
  try {
    const value = work();
    if (value !== undefined && value !== null) got.push(name);
    if (value instanceof Promise) value.then(() => got.push(name + ' came true'), () => {});
  } catch {}
};
const all = globalThis as any;
const url = '${outside}/';
attempt('document', () => all.document);
attempt('cookie', () => all.document.cookie);
attempt('window', () => all.window);
attempt('parent', () => all.parent.document);
attempt('top', () => (all.top.location = url));
attempt('localStorage', () => all.localStorage.getItem('secret'));
attempt('rtc', () => all.RTCPeerConnection);
attempt('beacon', () => all.navigator.sendBeacon(url + 'beacon'));
attempt('image', () => { new all.Image().src = url + 'image'; return 1; });
attempt('importScripts', () => { all.importScripts(url + 'script'); return 1; });
attempt('xhr', () => { const r = new all.XMLHttpRequest(); r.open('GET', url + 'xhr', false); r.send(); return 1; });
try { all.fetch(url + 'fetch').then(() => got.push('fetch'), () => {}); } catch {}
try { all.fetch(url + 'no-cors', { mode: 'no-cors' }).then(() => got.push('no-cors'), () => {}); } catch {}
try { new all.WebSocket(url.replace('http', 'ws') + 'socket').onopen = () => got.push('socket'); } catch {}
try { new all.EventSource(url + 'events').onopen = () => got.push('events'); } catch {}
try { new all.WebTransport(url.replace('http', 'https') + 'transport'); } catch {}
try { import(/* any */ (url + 'module') as any).then(() => got.push('module'), () => {}); } catch {}
try { new all.Worker(url + 'worker'); } catch {}
try { new all.Worker(URL_OF('fetch("' + url + 'nested")')); } catch {}
try { all.indexedDB.open('x').onsuccess = () => got.push('indexedDB'); } catch {}
try { all.caches.open('x').then(() => got.push('caches'), () => {}); } catch {}
try { all.location.href = url + 'location'; } catch {}
try { all.postMessage({ from: 'code' }, '*'); } catch {}
attempt('worker', () => new all.Worker(URL_OF('for (;;);')));
attempt('data worker', () => new all.Worker('data:text/javascript,for (;;);'));
attempt('shared memory', () => all.crossOriginIsolated || undefined);
attempt('files', () => all.navigator.storage.getDirectory().then(() => got.push('files'), () => {}) && undefined);
try { new all.FontFace('x', 'url(' + url + 'font)').load().then(() => got.push('font'), () => {}); } catch {}
try { import(/* any */ URL_OF('fetch("' + url + 'blob")') as any).then(() => {}, () => {}); } catch {}
try { new all.BroadcastChannel('all').postMessage('code'); } catch {}
try { new all.WebSocketStream(url.replace('http', 'ws') + 'stream'); } catch {}
try { all.importScripts('data:text/javascript,fetch("' + url + 'data")'); } catch {}
function URL_OF(text: string) { return all.URL.createObjectURL(new all.Blob([text])); }
`;
  const build = `    addGround(world);
    let steps = 0;
    const ball = addBall(world, [0, 1, 0], 0.2);
    return { beforeStep() { if (++steps === 30) ball.name = 'got: ' + got.join(', '); } };`;
  await write(page, scene(build, tries));
  await says(page, 'Runs');
  await page.waitForFunction(() =>
    window.holonomPlayground?.world.bodies.at(1)?.name.startsWith('got:'),
  );
  expect(await page.evaluate(() => window.holonomPlayground?.world.bodies.at(1)?.name)).toBe(
    'got: ',
  );
  await page.waitForTimeout(500);
  expect(calls).toEqual([]);
  // The page itself could have called, so the door was open.
  await page.evaluate((address) => fetch(`${address}/page`), outside);
  expect(calls).toEqual(['/page']);
  expect(page.url()).toContain('playground.html');
  expect(await page.title()).not.toBe('heard');
});

test('the frame around the code, should anything get there, is walled in too', async () => {
  const { page } = await openScene('pyramid');
  await leaveSecrets(page);
  await openCode(page);
  await write(page, scene('    addGround(world);\n    return { beforeStep() {} };'));
  await says(page, 'Runs');
  const frame = page.frames().find((it) => it.url() === 'about:srcdoc');
  const before = calls.length;
  const got = await frame?.evaluate(async (url) => {
    const got: string[] = [];
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      try {
        const value = await work();
        if (value !== undefined && value !== null) got.push(name);
      } catch {}
    };
    await attempt('parent', () => window.parent.document);
    await attempt('frame', () => window.frameElement);
    await attempt('cookie', () => document.cookie);
    await attempt('storage', () => localStorage.getItem('secret'));
    await attempt('database', () => indexedDB.open('x'));
    await attempt('fetch', () => fetch(`${url}/fetch`));
    await attempt('beacon', () => void navigator.sendBeacon(`${url}/beacon`));
    await attempt('window', () => window.open(`${url}/open`));
    await attempt('top', () => {
      (window.top as Window).location.href = `${url}/top`;
    });
    const add = (html: string): void => {
      document.body.insertAdjacentHTML('beforeend', html);
    };
    add(`<iframe src="${url}/iframe"></iframe><img src="${url}/img"><embed src="${url}/embed">`);
    add(`<style>@import "${url}/import"; body { background: url(${url}/css) }</style>`);
    add(`<link rel="stylesheet" href="${url}/link"><link rel="prefetch" href="${url}/prefetch">`);
    add(`<form action="${url}/form"><input name="secret" value="1"></form>`);
    add(`<p style="background: url(${url}/style)">x</p><script src="${url}/script"></script>`);
    await attempt('form', () => document.querySelector('form')?.submit());
    await attempt('srcdoc', () => {
      add('<iframe srcdoc="<script>parent.inside = 1</script>"></iframe>');
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    if ('inside' in window) got.push('script in a frame of the frame');
    return got;
  }, outside);
  expect(got).toEqual([]);
  expect(calls.slice(before)).toEqual([]);
  expect(page.url()).toContain('playground.html');
  expect(page.context().pages().length).toBe(1);
});

test('words of code are shown as words, and its names spoil no object of the page', async () => {
  const { page } = await openScene('pyramid');
  await openCode(page);
  const evil = '<img src=x onerror="window.spoilt = 1">';
  const text = (more: string) => `import { addBall, addGround } from './parts/common.js';
import { defineScene } from './scene.js';
const control = { label: '${evil}', value: true, help: '${evil}' };
export default defineScene({
  title: '${evil}', description: '${evil}', tags: ['${evil}'],
  camera: { position: [3, 2, 5], target: [0, 1, 0] },
  controls: { a: control, constructor: control, ['__proto__']: control },
  build({ world }) {
    addGround(world);
    addBall(world, [0, 1, 0], 0.2, { name: '${evil}' });
    ${more}
  },
} as any);
`;
  await write(page, text(''));
  await says(page, /Runs: /);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(evil);
  await page.locator('.tabs [data-tab=scene]').click();
  expect(await page.locator('#scene-controls').textContent()).toContain(evil);
  for (let i = 0; i < 2; i++) await page.locator('#object-next').click();
  expect(await page.locator('#object-name').textContent()).toContain(evil);

  await page.locator('.tabs [data-tab=code]').click();
  const spoils = `{"__proto__": {"spoilt": 1}, "shape": {"sphere": {"radius": 1}}}`;
  await write(page, text(`world.addBody(JSON.parse('${spoils}'));`));
  await says(page, /Line 11: .*__proto__/);
  const found = await page.evaluate(() => ({
    spoilt: 'spoilt' in window || 'spoilt' in {},
    images: document.querySelectorAll('img[src=x]').length,
  }));
  expect(found).toEqual({ spoilt: false, images: 0 });
});

test('what comes out of the sandbox is checked', async () => {
  const { page } = await openScene('pyramid');
  await openCode(page);
  // Messages of its own making, past the recorder.
  const forge = (order: string) => `const send = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (this: MessagePort, data: any) {
  if (data.result?.orders) data.result.orders = [${order}];
  return send.call(this, data);
} as any;
declare const MessagePort: any;
type MessagePort = any;`;
  for (const [order, words] of [
    ["['call', 0, 'dispose', [], 0]", 'not offered: dispose'],
    ["['set', 0, '__proto__', {}]", 'not offered: __proto__'],
    ["['call', 99, 'remove', [], 0]", 'not offered: 99'],
    ["['find', 1, 'constructor', 0]", 'not offered: constructor'],
  ] as const) {
    await write(page, scene('    addGround(world);', forge(order)));
    await says(page, words);
  }
  await runSteps(page, 5);
  expect(await page.evaluate(() => window.holonomPlayground?.world.bodies.length)).toBe(93);
});

test('messages that others forge are heard neither by the page nor by the frame of the code', async () => {
  const { page } = await openScene('pyramid');
  const address = page.url();
  const context = page.context();
  // A page of another origin that opened this one, and sends whatever it likes to whatever it can reach.
  const attacker = await context.newPage();
  await attacker.goto(outside);
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    attacker.evaluate((url) => {
      const victim = window.open(url) as Window;
      const heard: unknown[] = [];
      const forge = (target: Window): void => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => heard.push(data);
        const source = `onmessage = ({ ports }) => ports[0].postMessage('ran')`;
        target.postMessage({ source, code: '', wasm: new ArrayBuffer(8) }, '*', [port2]);
        target.postMessage({ id: 1, result: { orders: [['call', 0, 'addBody', [{}], 9]] } }, '*');
        target.postMessage({ id: 1, error: { message: 'forged' } }, '*');
      };
      addEventListener('message', ({ data }) => heard.push(data));
      setInterval(() => {
        forge(victim);
        for (let i = 0; i < victim.length; i++) forge(victim[i] as Window);
      }, 1);
      Object.assign(window, { heard });
    }, address),
  ]);
  await opened.waitForFunction(() => window.holonomPlayground?.ready);
  await openCode(opened);
  for (const radius of [0.3, 0.4, 0.5]) {
    await write(opened, scene(`    addGround(world);\n    addBall(world, [0, 2, 0], ${radius});`));
    await opened.waitForFunction((wanted) => {
      const shape = window.holonomPlayground?.world.bodies.at(1)?.shape;
      return shape && 'sphere' in shape && Math.abs((shape.sphere?.radius ?? 0) - wanted) < 1e-6;
    }, radius);
    expect(await opened.evaluate(() => window.holonomPlayground?.world.bodies.length)).toBe(2);
  }
  const read = () => attacker.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  expect(await read()).toEqual([]);
  // The frame hears whom it should: its parent alone, and once.
  const frame = opened.frames().find((it) => it.url() === 'about:srcdoc');
  await frame?.evaluate(() => {
    window.parent.postMessage({ id: 1, error: { message: 'forged' } }, '*');
  });
  await runSteps(opened, 5);
  const session = await context.newCDPSession(opened);
  const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId as string,
  });
  expect(listeners.map(({ type }) => type)).toContain('popstate');
  expect(listeners.map(({ type }) => type)).not.toContain('message');
});

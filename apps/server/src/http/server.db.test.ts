import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SLOW_HEADS } from './server.ts';
import { createTestApi, type TestApi } from './testing/test-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-web-'));
const INDEX = '<script>start()</script><p>dashboard</p>';
let api: TestApi;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(INDEX));
  mkdirSync(join(folder, 'screens'));
  writeFileSync(join(folder, 'screens', '0.html'), '<p>wizard</p>');
  writeFileSync(join(folder, 'screens', '1.html'), '<p>campaign</p>');
  const table = {
    '/advertiser/campaigns/create': 'screens/0.html',
    '/advertiser/campaigns/$id': 'screens/1.html',
  };
  writeFileSync(join(folder, 'screens.json'), JSON.stringify(table));
  writeFileSync(join(folder, '.sources'), 'digest');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {};'));
  mkdirSync(join(folder, 'client'));
  for (const name of ['placard-client-1.2.3.tgz', 'else.tgz', '.sources'])
    writeFileSync(join(folder, 'client', name), name);
  const clientFolder = join(folder, 'client');
  api = await createTestApi({
    webFolder: folder,
    clientFolder,
    callsPerMinute: 200,
    trustProxy: '10.0.0.0/8',
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const get = async (url: string, headers: Record<string, string> = {}) =>
  await api.app.inject({ method: 'GET', url, headers });

describe('the dashboard', () => {
  it('answers every screen with the page, asked for again each time', async () => {
    for (const path of ['/', '/advertiser/else/7', '/not-found', '/invite?token=x']) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(INDEX);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('leaves no more listeners at an answer than it is warned of, whatever is looked up on the way', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    for (const path of [
      '/',
      '/advertiser/else/7',
      '/advertiser/campaigns/7',
      '/nothing.png',
      '/assets/none.js',
    ])
      await get(path);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('answers a screen with the page that names its files', async () => {
    for (const [path, body] of [
      ['/advertiser/campaigns/create', '<p>wizard</p>'],
      ['/advertiser/campaigns/7?tab=target', '<p>campaign</p>'],
      ['/advertiser/campaigns/7/', '<p>campaign</p>'],
      ['/advertiser/campaigns', INDEX],
    ]) {
      const answer = await get(path ?? '');
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, body]);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-type']).toContain('text/html');
    }
  });

  it('keeps hashed files for ever, and sends them compressed as they were built', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/assets/app-1a2b.js', '/', '/advertiser/campaigns']) {
      const { headers } = await get(path, { 'accept-encoding': 'gzip, br' });
      expect([path, headers['content-encoding'], headers.vary]).toEqual([path, 'br', 'accept-encoding']);
    }
  });

  it('finds what was built after its start', async () => {
    writeFileSync(join(folder, 'assets', 'later-3c4d.js'), 'export const later = 1;');
    expect((await get('/assets/later-3c4d.js')).body).toBe('export const later = 1;');
  });

  it('does not answer missing files and hidden files with a page', async () => {
    for (const path of ['/assets/gone.js', '/assets/', '/logo.png', '/.sources', '/api/nothing']) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.json()).toEqual({ error: { code: 'not_found', message: 'Not found' } });
    }
  });

  it('serves nothing outside of its folder', async () => {
    for (const path of ['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '//etc/passwd']) {
      expect((await get(path)).body).not.toContain('root:');
    }
  });

  it('allows scripts from itself and the one in its page only, and images and frames from the delivery server', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    const hash = createHash('sha256').update('start()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("img-src 'self' data: blob: http://ads.test;");
    expect(policy).toContain('frame-src http://ads.test;');
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('the API', () => {
  it('says what it looked at, and is not well without analytics', async () => {
    const answer = await get('/api/health');
    const checks = { database: 'ok', analytics: 'failing', disk: 'ok' };
    expect([answer.statusCode, answer.json()]).toEqual([503, { data: { status: 'failing', checks } }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('cuts a head that is not there after fifteen seconds', () => {
    expect(api.app.server.headersTimeout).toBe(SLOW_HEADS.headersTimeout);
    expect(SLOW_HEADS.headersTimeout + SLOW_HEADS.connectionsCheckingInterval).toBe(15_000);
    // A whole request has a minute; a proxy that keeps connections for one finds none that is closed meanwhile.
    expect(api.app.server).toMatchObject({ requestTimeout: 60_000, keepAliveTimeout: 72_000 });
  });

  it('refuses JSON of more than fifty levels', async () => {
    const post = async (levels: number) =>
      await api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: `${'['.repeat(levels)}${']'.repeat(levels)}`,
      });
    expect((await post(50)).statusCode).toBe(422);
    expect((await post(51)).statusCode).toBe(400);
  });

  it('describes itself, with who may call what and the key where money moves', async () => {
    const answer = await get('/api/openapi.json');
    const document = answer.json() as { paths: Record<string, Record<string, Record<string, unknown>>> };
    expect(document.paths['/auth/login']?.post?.security).toEqual([]);
    expect(document.paths['/advertiser/deposits']?.post?.parameters).toMatchObject([
      { name: 'Idempotency-Key' },
    ]);
    expect(document.paths['/operator/users']?.get?.description).toBe(
      'For the role operator. Not by API key.',
    );
    const page = await get('/api/docs');
    expect(page.body).toContain('/api/docs/swagger-ui-bundle.js');
    expect((await get('/api/docs/swagger-ui.css')).statusCode).toBe(200);
    expect((await get('/api/docs/package.json')).statusCode).toBe(404);
    expect(page.body).toContain('href="/api/docs/placard-client-1.2.3.tgz"');
    const client = await get('/api/docs/placard-client-1.2.3.tgz');
    expect([client.statusCode, client.headers['content-type'], client.body]).toEqual([
      200,
      'application/gzip',
      'placard-client-1.2.3.tgz',
    ]);
    for (const name of ['else.tgz', '.sources', 'placard-client-1.2.4.tgz', '..%2Fclient%2Felse.tgz'])
      expect([name, (await get(`/api/docs/${name}`)).statusCode]).toEqual([name, 404]);
  });

  it('calls an address that is none a bad request, in its own words', async () => {
    const answer = await get('/api/%zz');
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'bad_request']);
  });

  it('does not say back what it was asked', async () => {
    const url = '/api/auth/profile';
    for (const method of ['TRACE', 'CONNECT', 'PATCH'] as const) {
      const answer = await api.app.inject({ method: method as 'PATCH', url, headers: { 'x-own': 'echo' } });
      expect([method, answer.statusCode, answer.body.includes('echo')]).toEqual([method, 404, false]);
    }
  });

  it('has no operation for HEAD, and says so in its own words with a dashboard and without', async () => {
    const bare = await createTestApi({ webFolder: join(folder, 'none') });
    const answersOf = async ({ app }: TestApi, method: 'HEAD' | 'GET', paths: readonly string[]) =>
      await Promise.all(
        paths.map(async (url) => {
          const { statusCode, headers, body } = await app.inject({ method, url });
          return [
            statusCode,
            headers['content-type'],
            method === 'HEAD' ? body : JSON.parse(body).error.code,
          ];
        }),
      );
    const type = 'application/json; charset=utf-8';
    for (const each of [api, bare]) {
      const heads = await answersOf(each, 'HEAD', ['/api/auth/config', '/api/nothing', '/api']);
      expect(heads).toEqual([404, 404, 404].map((status) => [status, type, '']));
      const gets = await answersOf(each, 'GET', ['/api/nothing', '/api']);
      expect(gets).toEqual([404, 404].map((status) => [status, type, 'not_found']));
    }
    const screen = await bare.app.inject({ method: 'GET', url: '/login' });
    expect([screen.statusCode, screen.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    await bare.close();
  });

  it('takes of what is asked twice neither one nor the other', async () => {
    const { token } = await api.user({ roles: ['operator'] });
    for (const odd of ['1e0', '0x1', '%201', '1.0', '+1']) {
      const { error } = await api.call('GET', `/operator/users?page=${odd}`, { token });
      expect(error?.issues).toEqual([{ path: 'page', code: 'number_expected', message: 'Enter a number' }]);
    }
    const twice = await api.call('GET', '/operator/users?page=1&page=2', { token });
    expect([twice.status, twice.error?.code]).toEqual([422, 'invalid_input']);
  });

  it('refuses bodies that are no JSON, too large, or of a kind it does not read', async () => {
    const post = async (payload: string | Buffer, type: string) =>
      await api.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { 'content-type': type },
      });
    const broken = await post('{"email":', 'application/json');
    expect([broken.statusCode, broken.json().error.code]).toEqual([400, 'bad_request']);
    const latin = await post(Buffer.from('{"email":"ö@example.com"}', 'latin1'), 'application/json');
    expect([latin.statusCode, latin.json().error.message]).toEqual([400, expect.stringContaining('UTF-8')]);
    const large = await post(JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json');
    expect([large.statusCode, large.json().error.code]).toEqual([413, 'too_large']);
    const form = await post('a=b', 'application/x-www-form-urlencoded');
    expect([form.statusCode, form.json().error.code]).toEqual([400, 'bad_request']);
    const poisoned = await post('{"__proto__":{"x":1}}', 'application/json');
    expect(poisoned.statusCode).toBe(400);
  });

  it('does not read a form of somebody who is not signed in, or where none belongs', async () => {
    const { token } = await api.user();
    const form = async (url: string, headers: Record<string, string>) =>
      await api.app.inject({
        method: 'POST',
        url,
        payload: '--x--',
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
      });
    expect((await form('/api/advertiser/images', {})).statusCode).toBe(401);
    const elsewhere = await form('/api/advertiser/campaigns', { authorization: `Bearer ${token}` });
    expect(elsewhere.statusCode).toBe(400);
  });

  it('reads an image from a form, and refuses one that is too large before it is read', async () => {
    const { token } = await api.user();
    const { default: sharp } = await import('sharp');
    const picture = { create: { width: 300, height: 250, channels: 3, background: '#4f46e5' } } as const;
    const png = await sharp(picture).png().toBuffer();
    const upload = async (bytes: Buffer<ArrayBuffer>) => {
      const form = new FormData();
      form.set('file', new File([bytes], 'ad.png', { type: 'image/png' }));
      form.set('width', '300');
      form.set('height', '250');
      const encoded = new Response(form);
      return await api.app.inject({
        method: 'POST',
        url: '/api/advertiser/images',
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: {
          'content-type': encoded.headers.get('content-type') ?? '',
          authorization: `Bearer ${token}`,
        },
      });
    };
    const answer = await upload(Buffer.from(png));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        data: {
          width: 300,
          height: 250,
          imageUrl: expect.stringMatching(/^http:\/\/ads\.test\/i\/.*\.png$/),
        },
      },
    ]);
    const large = await upload(Buffer.alloc(7 * 1024 * 1024));
    expect([large.statusCode, large.json().error.code]).toEqual([413, 'too_large']);
    const fake = await upload(Buffer.from('GIF89a'));
    expect([fake.statusCode, fake.json().error.code]).toEqual([422, 'image_rejected']);
  });

  it('names the fields at fault with their codes and words', async () => {
    const answer = await api.call('POST', '/auth/login', { body: { email: 'nobody', password: 'abc' } });
    expect(answer.status).toBe(422);
    expect(answer.error).toMatchObject({
      code: 'invalid_input',
      issues: expect.arrayContaining([
        { path: 'email', code: 'email_invalid', message: 'Invalid email address' },
        { path: 'password', code: 'password_too_short', message: 'Password must be at least 6 characters' },
      ]),
    });
    const empty = await api.call('POST', '/auth/login', { body: {} });
    expect(empty.error?.issues).toEqual([
      { path: 'email', code: 'email_required', message: 'Email is required' },
      { path: 'password', code: 'password_required', message: 'Password is required' },
    ]);
  });

  it('says that a type is none', async () => {
    const { token } = await api.user({ roles: ['advertiser', 'publisher'] });
    const found = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await api.call(method, path, { token, ...(body === undefined ? {} : { body }) })).error?.issues;
    const creative = { code: 'creative_type_invalid', message: 'Invalid creative type' };
    const content = { type: 'carousel', size: { width: 300, height: 250 } };
    const wanted = { basicInfo: { name: 'Lantern' }, content, adSetIds: [1], requestKey: 'k'.repeat(20) };
    expect(await found('POST', '/advertiser/creatives', wanted)).toEqual([
      { path: 'content.type', ...creative },
    ]);
    expect(await found('GET', '/advertiser/creatives?type=carousel')).toEqual([
      { path: 'type', ...creative },
    ]);
    const widget = { path: 'type', code: 'widget_type_invalid', message: 'Invalid widget type' };
    const popup = { type: 'popup', name: 'Side', sizes: [{ width: 300, height: 250 }] };
    expect(await found('POST', '/publisher/websites/1/widgets', popup)).toEqual([widget]);
    expect(await found('GET', '/publisher/websites/1/widgets?type=popup')).toEqual([widget]);
  });

  it('refuses text that the database cannot hold instead of failing', async () => {
    const { token } = await api.user({ roles: ['operator'] });
    const answer = await api.call('GET', '/operator/users?search=%00', { token });
    expect([answer.status, answer.error?.code]).toEqual([400, 'bad_request']);
    const far = await api.call('GET', '/operator/audit?before=99999999999999999999999', { token });
    expect([far.status, far.error?.code]).toEqual([422, 'invalid_input']);
  });

  it('gives every answer an id of its own making, and keeps none of them in a cache', async () => {
    const answer = await api.call('GET', '/auth/config', { headers: { 'x-request-id': 'mine' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    // Which another machine may have already: caches keep a 404 that says nothing of it.
    const missing = await api.app.inject({ method: 'HEAD', url: '/assets/newer-0a1b2c3d.js' });
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('believes of whom a call is of the proxies that are named, and of them what they saw themselves', async () => {
    const left = async (ip: string, forwarded: string) =>
      (await api.call('GET', '/auth/config', { ip, headers: { 'x-forwarded-for': forwarded } })).headers[
        'ratelimit-remaining'
      ];
    expect(await left('10.0.0.1', '203.0.113.5')).toBe('199');
    expect(await left('10.0.0.2', 'made up, 203.0.113.5')).toBe('198');
    expect(await left('10.0.0.1', '192.0.2.1, 203.0.113.5, 10.0.0.9')).toBe('197');
    expect(await left('10.0.0.1', '203.0.113.5:4711')).toBe('196');
    expect(await left('10.0.0.1', '203.0.113.5:4712, 10.0.0.9:80')).toBe('195');
    expect(await left('198.51.100.9', '203.0.113.5')).toBe('199');
    expect(await left('198.51.100.9', '203.0.113.6')).toBe('198');
  });

  it('slows down a caller after so many calls a minute', async () => {
    let calls = 0;
    // One connection of IPv6 is one caller, whichever of its addresses it uses.
    const call = async () => {
      calls += 1;
      return await api.call('GET', '/auth/config', { ip: `2001:db8:0:9::${calls.toString(16)}` });
    };
    const rates = ({ headers }: Awaited<ReturnType<typeof call>>) =>
      ['limit', 'remaining', 'reset'].map((name) => headers[`ratelimit-${name}`]);
    expect(rates(await call())).toEqual(['200', '199', '60']);
    api.now = new Date(api.now.getTime() + 500);
    for (let count = 1; count < 199; count += 1) await call();
    expect(rates(await call())).toEqual(['200', '0', '60']);
    const answer = await call();
    expect(rates(answer)).toEqual(['200', '0', '60']);
    expect([answer.status, answer.error?.code, answer.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '60',
    ]);
    for (const url of ['/api/health', '/sellers.json', '/api/openapi.json']) {
      const limited = await api.app.inject({ url, remoteAddress: '2001:db8:0:9::b' });
      expect([url, limited.statusCode, limited.headers['retry-after']]).toEqual([url, 429, '60']);
    }
    expect((await api.call('GET', '/auth/config', { ip: '2001:db8:0:a::1' })).status).toBe(200);
    api.now = new Date(api.now.getTime() + 60_000);
    expect((await call()).status).toBe(200);
  });
});

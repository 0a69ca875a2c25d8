import { chromium } from '@playwright/test';
const base = 'http://localhost:18471';
const [,, ...pages] = process.argv;
const login = await (await fetch(base + '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: process.env.WHO ?? 'publisher@demo.example', password: 'Placard-Demo-1' }) })).json();
const token = login.data.token;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-quic'] });
for (const spec of pages) {
  const [name, path, width = '1440', scheme = 'light', ...steps] = spec.split('|');
  const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme });
  await context.addInitScript((t) => localStorage.setItem('access_token', t), token);
  const page = await context.newPage();
  page.on('console', (m) => { if (m.type() === 'error') console.log(name, m.text().slice(0, 300)); });
  page.on('pageerror', (e) => console.log(name, String(e)));
  await page.goto(base + path);
  await page.waitForLoadState('networkidle');
  for (const step of steps) {
    const [kind, ...rest] = step.split(':'); const arg = rest.join(':');
    if (kind === 'click') await page.getByRole('button', { name: arg }).first().click();
    if (kind === 'label') await page.getByLabel(arg, { exact: true }).first().check();
    if (kind === 'text') await page.getByText(arg).first().click({force:true});
    if (kind === 'fill') { const [l, v] = arg.split('='); await page.getByLabel(l).first().fill(v); }
    if (kind === 'select') { const [l, v] = arg.split('='); await page.getByLabel(l).first().selectOption(v); }
    await page.waitForTimeout(400);
  }
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/shots-widgets/${name}.png`, fullPage: true });
  await context.close();
}
await browser.close();

import { expect, test } from './network.ts';
import { banner, frameAd, publish, shown } from './pages.ts';

/** What hostile third-party code may try; each is harmless only because the frame's sandbox holds. */
const ATTEMPTS: Record<string, string> = {
  'reads the page': 'parent.document.title = "taken"',
  'writes into the page': 'parent.document.body.innerHTML = "taken"',
  'reads the top document by frames': 'top.frames[0].parent.document.body.remove()',
  'takes the page elsewhere': 'top.location = "about:blank#taken"',
  'takes the page elsewhere by replace': 'top.location.replace("https://taken.example/")',
  'takes the page elsewhere by a link': 'go("_top")',
  'takes the parent elsewhere by open': 'window.open("https://taken.example/", "_parent")',
  'runs a script address in the page': 'top.location.href = "javascript:document.title=\\"taken\\""',
  'reads cookies': 'document.cookie = "taken=1"; if (document.cookie) escaped()',
  'reads storage of delivery': 'localStorage.taken = 1; escaped()',
  'opens a database': 'indexedDB.open("taken").onsuccess = escaped',
  'registers a service worker': 'navigator.serviceWorker.register("/sdk.js").then(escaped)',
  'holds the page with a dialog': 'if (confirm("taken")) escaped()',
  'sends a form to the top':
    'const f = document.createElement("form"); f.target = "_top"; f.action = "https://taken.example/"; document.body.append(f); f.submit()',
  'finds its element': 'frameElement.remove()',
  'locks the pointer': 'document.body.requestPointerLock().then(escaped)',
  'removes its sandbox': 'parent.document.querySelector("iframe").removeAttribute("sandbox")',
  'nests a frame without a sandbox':
    'const f = document.createElement("iframe"); f.src = "/barrier"; f.onload = () => { try { f.contentDocument.body && escaped() } catch {} }; document.body.append(f)',
  'floods the page with messages':
    'for (let i = 0; i < 200; i++) parent.postMessage({ placard: "close", i }, "*")',
};

for (const [name, script] of Object.entries(ATTEMPTS)) {
  test(`code that ${name} stays in its frame`, async ({ page, publisher, delivery }) => {
    page.on('dialog', (dialog) => dialog.accept());
    delivery.ads.set('w', frameAd('b'));
    delivery.frames.set(
      '/f/creative',
      `<!doctype html><body><script>
        function escaped() { parent.postMessage("escaped", "*") }
        function go(target) { const a = document.createElement("a"); a.href = "https://taken.example/"; a.target = target; document.body.append(a); a.click() }
        try { ${script} } catch {}
        setTimeout(() => parent.postMessage("tried", "*"), 50)
      </script></body>`,
    );
    const listen =
      '<script>heard = []; addEventListener("message", (event) => heard.push(event.data)); document.cookie = "own=1"; localStorage.own = 1</script>';
    const url = publish(publisher, delivery, { body: `<p>Untouched</p>${banner('w')}`, head: listen });
    await page.goto(url);
    await shown(page, 'w');
    await page.waitForFunction(() => (window as { heard?: unknown[] }).heard?.includes('tried'));

    expect(page.url()).toBe(url);
    expect(await page.title()).toBe('News');
    await expect(page.getByText('Untouched')).toBeVisible();
    await expect(page.locator('iframe')).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    );
    const heard = await page.evaluate(() => (window as { heard?: unknown[] }).heard);
    expect(heard).not.toContain('escaped');
    expect(await page.evaluate(() => [document.cookie, localStorage.length, localStorage.own])).toEqual([
      'own=1',
      1,
      '1',
    ]);
  });
}

// In the page itself, before anything is loaded or painted.
(() => {
  const stored = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key);
    } catch {
      // Storage may be refused: the system's scheme is right then, and nobody is signed in.
      return null;
    }
  };
  // So that a dark choice doesn't flash white; and again when the system changes, on every page, also those before
  // sign-in. The same key and rule as src/app/color-scheme.ts.
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = stored('color-scheme');
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  system.addEventListener('change', apply);
  apply();
  // A reload in the first moment breaks off the profile before the session's own listeners are there: they ask for this.
  addEventListener('beforeunload', () => {
    window.placardLeaving = true;
  });
  // Here zod keeps what holds for it everywhere: it would try whether it may compile code, which the page's policy refuses, and browsers tell of that.
  window.__zod_globalConfig = { jitless: true };
  // Every page waits for the profile: asked for now, it is there when the scripts are. src/lib/api/early-calls.ts
  // takes it, for the same token only.
  const token = stored('look_token', 'sessionStorage') ?? stored('access_token');
  if (token !== null) {
    const account = stored('acting_account', 'sessionStorage');
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    if (account !== null) headers['placard-account'] = account;
    const answer = fetch('/api/auth/profile', { headers });
    // Nobody may be there yet to hear of a fault.
    answer.catch(() => {});
    window.placardEarly = { token, account, calls: { '/auth/profile': answer } };
    // The first date that a page formats loads the browser's tables for it: now, while it waits for files, not amid the
    // first rendering.
    setTimeout(() => new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC' }).format());
  }
})();

// Before the first paint, so that a dark choice doesn't flash white; and again when the system changes, on every page,
// also those before sign-in. The same key and rule as src/app/color-scheme.ts.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('color-scheme');
    } catch {
      // Storage may be refused; the system's scheme is right then.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  system.addEventListener('change', apply);
  apply();
})();

/** The specification's storage key. A `refresh_token` key is reserved by it and unused. */
const KEY = 'access_token';

export function readAccessToken(): string | null {
  return localStorage.getItem(KEY);
}

export function writeAccessToken(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
}

/** Tells when another tab signed in or out. */
export function onAccessTokenChangedElsewhere(listener: (token: string | null) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) listener(event.newValue);
  });
}

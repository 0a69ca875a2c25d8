import { setTimeout as sleep } from 'node:timers/promises';

const BETWEEN_MS = 200;

/** What each role's screens ask for when they open. `$today` and `$from` are days. */
const CALLS: Readonly<Record<'advertiser' | 'publisher' | 'operator', readonly string[]>> = {
  advertiser: [
    '/advertiser/home',
    '/advertiser/campaigns',
    '/advertiser/report?from=$from&to=$today&metrics=impressions,viewableRate,clicks,ctr,spend&by=campaign&grain=day&compare=previous',
    '/advertiser/report?from=$today&to=$today&metrics=impressions,spend&grain=hour',
    '/advertiser/wallet/transactions',
  ],
  publisher: [
    '/publisher/home',
    '/publisher/websites',
    '/publisher/widgets',
    '/publisher/report?from=$from&to=$today&metrics=requests,impressions,earnings&by=website&grain=day',
    '/publisher/payment',
  ],
  operator: [
    '/operator/home',
    '/operator/campaigns',
    '/operator/report?from=$from&to=$today&metrics=impressions,clicks,spend&by=advertiser&grain=day',
    '/operator/users',
    '/operator/audit',
  ],
};

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const answer = (await response.json()) as { readonly data?: { readonly token: string } };
  if (answer.data === undefined) throw new Error(`${email} can't sign in: ${JSON.stringify(answer)}`);
  return answer.data.token;
}

export type Visits = {
  /** Ends them. @returns milliseconds of each answer, shortest first */
  end(): Promise<readonly number[]>;
};

/** One person of each role who goes from screen to screen, a call each fifth of a second, until it is ended. */
export async function visitDashboard(
  url: string,
  password: string,
  emails: Readonly<Record<keyof typeof CALLS, string>>,
): Promise<Visits> {
  const ending = new AbortController();
  const taken: number[] = [];
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const visit = async (role: keyof typeof CALLS) => {
    const authorization = `Bearer ${await signIn(url, emails[role], password)}`;
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const path = CALLS[role][turn % CALLS[role].length]
        ?.replaceAll('$today', dayOf(Date.now()))
        .replaceAll('$from', dayOf(Date.now() - 29 * 86_400_000));
      const began = performance.now();
      const response = await fetch(`${url}/api${path}`, { headers: { authorization } });
      const body = await response.text();
      taken.push(performance.now() - began);
      if (!response.ok) throw new Error(`${path} → ${response.status} ${body.slice(0, 300)}`);
      await sleep(BETWEEN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const all = Promise.all([visit('advertiser'), visit('publisher'), visit('operator')]);
  // Whoever ends them hears of it; until then nobody listens.
  all.catch(() => undefined);
  return {
    end: async () => {
      ending.abort();
      await all;
      return taken.toSorted((a, b) => a - b);
    },
  };
}

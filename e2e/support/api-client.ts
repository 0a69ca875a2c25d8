/** A call that the API refused, with what it said. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly code: string;

  constructor(call: string, status: number, body: unknown) {
    super(`${call} → ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.code = (body as { error?: { code?: string } })?.error?.code ?? '';
  }
}

export type Session = {
  readonly userId: number;
  /** Of the account they act for: what it owns carries this id. */
  readonly accountId: number;
  readonly token: string;
  /** Answers hold what is inside `{ data }`. */
  readonly get: <Data>(path: string) => Promise<Data>;
  readonly post: <Data>(path: string, body?: unknown) => Promise<Data>;
  readonly put: <Data>(path: string, body: unknown) => Promise<Data>;
  readonly upload: <Data>(path: string, form: FormData) => Promise<Data>;
};

let keys = 0;

async function call<Data>(
  base: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (method === 'POST') headers.set('idempotency-key', `e2e-${process.pid}-${keys++}`);
  const form = body instanceof FormData;
  if (body !== undefined && !form) headers.set('content-type', 'application/json');
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new RefusedCall(`${method} ${path}`, response.status, answer);
  return (answer as { data: Data }).data;
}

function session(base: string, { user, token }: SignedIn, password: string): Session {
  /** A Placard that files share is there for longer than a proof holds. */
  const proven = async <Data>(make: () => Promise<Data>): Promise<Data> => {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.code !== 'step_up_required') throw error;
      await call(base, token, 'POST', '/auth/step-up', { currentPassword: password });
      return await make();
    }
  };
  return {
    userId: user.id,
    accountId: user.accountId,
    token,
    get: (path) => call(base, token, 'GET', path),
    post: (path, body) => proven(() => call(base, token, 'POST', path, body ?? {})),
    put: (path, body) => proven(() => call(base, token, 'PUT', path, body)),
    upload: (path, form) => call(base, token, 'POST', path, form),
  };
}

type SignedIn = {
  readonly token: string;
  readonly user: { readonly id: number; readonly accountId: number };
};

export async function signIn(base: string, email: string, password: string): Promise<Session> {
  const signedIn = await call<SignedIn>(base, undefined, 'POST', '/auth/login', { email, password });
  return session(base, signedIn, password);
}

/** Opens the account behind a one-time link. `email` only for the first operator's. */
export async function acceptLink(
  base: string,
  link: string,
  account: {
    readonly password: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email?: string;
  },
): Promise<Session> {
  const linkToken = new URL(link).searchParams.get('token');
  const body = { token: linkToken, ...account };
  const signedIn = await call<SignedIn>(base, undefined, 'POST', '/auth/links/accept', body);
  return session(base, signedIn, account.password);
}

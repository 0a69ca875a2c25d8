import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { type Browser, type Page, test as plainTest } from '@playwright/test';
import { type Session, signIn } from './api-client.ts';
import {
  buildSmallNetwork,
  invite,
  JOURNEY_ENVIRONMENT,
  OPERATOR_EMAIL,
  PASSWORD,
  type SmallNetwork,
  type SmallNetworkOptions,
} from './small-network.ts';
import { pageWithToken, signInto } from './stored-session.ts';

type PageOptions = Parameters<typeof pageWithToken>[3];
type Role = 'advertiser' | 'publisher' | 'operator';

/** A whole Placard for the journeys of a file. It is there within tests and hooks. */
export type OwnPlacard = {
  readonly placard: RunningPlacard;
  readonly operator: Session;
  /** The address of a screen. */
  readonly at: (path: string) => string;
  readonly invite: (email: string, roles: readonly Role[], firstName: string) => Promise<Session>;
  /** A page of somebody who is signed in, without motion. Who needs it only for a while closes its context. */
  readonly pageOf: (browser: Browser, session: Session, options?: PageOptions) => Promise<Page>;
  /** What has to be gone when the file's journeys are over, and before a Placard of its own stops. */
  readonly closeFirst: (close: () => Promise<unknown>) => void;
};

export type Account = {
  readonly page: Page;
  readonly session: Session;
  readonly email: string;
  /** Nobody else's. */
  readonly domain: string;
};

type Started = { readonly placard: RunningPlacard; readonly operator: Session };

/** Names the folder of a Placard that has ended, to workers. */
export const MADE_BEFORE = 'PLACARD_TESTS_MADE_BEFORE';

/** A Placard whose database was made and migrated before, with an operator; who starts it stops it. */
export async function startMade(environment: Readonly<Record<string, string>> = {}): Promise<RunningPlacard> {
  return await runPlacard({
    madeBefore: process.env[MADE_BEFORE],
    environment: { ...JOURNEY_ENVIRONMENT, ...environment },
  });
}

async function start(environment: Readonly<Record<string, string>>): Promise<Started> {
  const placard = await startMade(environment);
  return { placard, operator: await signIn(placard.url, OPERATOR_EMAIL, PASSWORD) };
}

/**
 * The `test` of all files of journeys, those with a Placard of their own too: Playwright keeps a worker, and with it the
 * Placard that its files share, only for files that have this in common.
 */
export const test = plainTest.extend<object, { readonly shared: Started }>({
  /** Started when the first file asks for it; a worker that ends because a test failed takes it along. */
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that this needs nothing
    async ({}, use) => {
      const started = await start({});
      await use(started);
      await started.placard.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** What a hook brings before the first test. */
function brought<Value>(): { readonly bring: (value: Value) => void; readonly get: () => Value } {
  let there: { readonly value: Value } | undefined;
  return {
    bring: (value) => {
      there = { value };
    },
    get: () => {
      if (there === undefined) throw new Error('used before the hooks have run');
      return there.value;
    },
  };
}

/**
 * The Placard of the worker, for files whose journeys are about accounts of their own: nothing in them looks at what
 * other files may have left, nor changes a setting of the network, nor has ads decided.
 */
export function sharedPlacard(): OwnPlacard {
  const running = brought<Started>();
  test.beforeAll(({ shared }) => running.bring(shared));
  return placardOf(running.get, []);
}

/**
 * Starts a Placard before the tests of the file that calls this, and stops it after them.
 * @param environment beside the operator's account
 */
export function ownPlacard(
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): OwnPlacard {
  const running = brought<Started>();
  const closings: (() => Promise<unknown>)[] = [];
  test.beforeAll(async () => {
    const started = await start(await environment());
    closings.push(started.placard.stop);
    running.bring(started);
  });
  return placardOf(running.get, closings);
}

/** @param closings what is ended after the file's tests, the last one first */
function placardOf(running: () => Started, closings: (() => Promise<unknown>)[]): OwnPlacard {
  test.afterAll(async () => {
    for (const close of closings.reverse()) await close();
  });
  return {
    get placard() {
      return running().placard;
    },
    get operator() {
      return running().operator;
    },
    at: (path) => `${running().placard.url}${path}`,
    invite: (email, roles, firstName) =>
      invite(running().placard.url, running().operator, email, roles, firstName),
    pageOf: async (browser, session, options) => {
      // The operator that all files share signed in some while ago.
      const { operator } = running();
      if (session === operator) await operator.post('/auth/step-up', { currentPassword: PASSWORD });
      const page = await pageWithToken(browser, running().placard.url, session.token, {
        reducedMotion: 'reduce',
        ...options,
      });
      closings.push(() => page.context().close());
      return page;
    },
    closeFirst: (close) => {
      closings.push(close);
    },
  };
}

/** Adds an advertiser's running campaign and a publisher's running widget to it. */
export function networkIn(own: OwnPlacard, options: Partial<SmallNetworkOptions> = {}): () => SmallNetwork {
  const network = brought<SmallNetwork>();
  test.beforeAll(async () => network.bring(await buildSmallNetwork(own.placard, options)));
  return network.get;
}

/** How many accounts the worker's files have asked for: a domain is nobody else's in the Placard that they share. */
let accounts = 0;

/** Tests that each get somebody new with these roles, signed in and without anything. */
export function testWithAccount(own: OwnPlacard, roles: readonly Role[], firstName: string) {
  return test.extend<{ account: Account }>({
    account: async ({ page }, use) => {
      const domain = `harbour-${++accounts}.example.com`;
      const email = `owner@${domain}`;
      const session = await own.invite(email, roles, firstName);
      await signInto(page, own.placard.url, session.token);
      await use({ page, session, email, domain });
      // Until a test asks for it again: no screen goes on asking for news beside the journeys of other files.
      await page.goto('about:blank');
    },
  });
}

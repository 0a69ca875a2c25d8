import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { type Browser, type Page, test } from '@playwright/test';
import { type Session, signIn } from './api-client.ts';
import {
  buildSmallNetwork,
  invite,
  OPERATOR_EMAIL,
  OPERATOR_ENVIRONMENT,
  PASSWORD,
  type SmallNetwork,
  type SmallNetworkOptions,
} from './small-network.ts';
import { pageWithToken } from './stored-session.ts';

type PageOptions = Parameters<typeof pageWithToken>[3];
type Role = 'advertiser' | 'publisher' | 'operator';

/** A whole Placard for the journeys of one file. It is there within tests and hooks. */
export type OwnPlacard = {
  readonly placard: RunningPlacard;
  readonly operator: Session;
  /** The address of a screen. */
  readonly at: (path: string) => string;
  readonly invite: (email: string, roles: readonly Role[], firstName: string) => Promise<Session>;
  /** A page of somebody who is signed in, without motion. Who needs it only for a while closes its context. */
  readonly pageOf: (browser: Browser, session: Session, options?: PageOptions) => Promise<Page>;
  /** What has to be gone before Placard stops. */
  readonly closeFirst: (close: () => Promise<unknown>) => void;
};

export type Account = {
  readonly page: Page;
  readonly session: Session;
  readonly email: string;
  /** Nobody else's. */
  readonly domain: string;
};

/** What a hook brings before the first test. */
function broughtBy<Value>(hook: () => Promise<Value>): () => Value {
  let brought: { readonly value: Value } | undefined;
  test.beforeAll(async () => {
    brought = { value: await hook() };
  });
  return () => {
    if (brought === undefined) throw new Error('used before the hooks have run');
    return brought.value;
  };
}

/**
 * Starts a Placard before the tests of the file that calls this, and stops it after them.
 * @param environment beside the operator's account
 */
export function ownPlacard(
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): OwnPlacard {
  const closings: (() => Promise<unknown>)[] = [];
  const running = broughtBy(async () => {
    const placard = await runPlacard({ environment: { ...OPERATOR_ENVIRONMENT, ...(await environment()) } });
    closings.push(placard.stop);
    return { placard, operator: await signIn(placard.url, OPERATOR_EMAIL, PASSWORD) };
  });
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
  return broughtBy(() => buildSmallNetwork(own.placard, options));
}

/** Tests that each get somebody new with these roles, signed in and without anything. */
export function testWithAccount(own: OwnPlacard, roles: readonly Role[], firstName: string) {
  let accounts = 0;
  return test.extend<{ account: Account }>({
    account: async ({ browser }, use) => {
      const domain = `harbour-${++accounts}.example.com`;
      const email = `owner@${domain}`;
      const session = await own.invite(email, roles, firstName);
      const page = await own.pageOf(browser, session);
      await use({ page, session, email, domain });
      await page.context().close();
    },
  });
}

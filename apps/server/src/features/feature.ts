import type { Database } from '@placard/db/schema';
import type { Secrets } from '@placard/db/secrets/secrets';
import type { Role } from '@placard/domain/roles';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Analytics } from '../analytics/open-analytics.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { SignInLimits } from '../auth/sign-in-limits.ts';
import type { CardGateway } from '../gateways/card-gateway.ts';
import type { SafeFetch } from '../safe-fetch/safe-fetch.ts';
import type { AfterAnswer } from './after-answer.ts';

/** Who is calling. Routes get it from the session; the demo and the worker make their own. */
export type Actor = {
  readonly userId: number;
  readonly sessionId: number;
  readonly roles: readonly Role[];
  /** IANA name: calendar days of this account are days of this zone. */
  readonly timeZone: string;
};

// What use cases depend on, one piece each: a use case names the pieces it uses, `HasDb & HasClock`.

export type HasDb = { readonly db: Kysely<Database> };
export type HasClock = { readonly clock: () => Date };
export type HasUrls = {
  /** Address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  /** Address of the delivery server, without a slash at the end. */
  readonly deliveryUrl: string;
};
/** Whether mails are sent: without, they stay in the outbox, and a link is handed over by whoever made it. */
export type HasMailServer = { readonly mailServer: boolean };
export type HasDataDir = { readonly dataDir: string };
export type HasSecrets = { readonly secrets: Secrets };
export type HasPasswords = { readonly passwords: Passwords };
export type HasSignInLimits = { readonly signInLimits: SignInLimits };
/** ClickHouse, embedded or a server: one handle for each process. */
export type HasAnalytics = { readonly analytics: Pick<Analytics, 'client'> };
/** The way to addresses of others. */
export type HasOutside = { readonly outside: SafeFetch };
/** Who takes money by card; null where nobody does. */
export type HasCards = { readonly cards: CardGateway | null };
/** For what a call does once it is answered. */
export type HasAfterAnswer = { readonly afterAnswer: AfterAnswer };
export type HasLog = { readonly log: Logger };

/** Everything the API's use cases may ask for; made once in open-deps.ts. */
export type AppDeps = HasDb &
  HasClock &
  HasUrls &
  HasMailServer &
  HasDataDir &
  HasSecrets &
  HasPasswords &
  HasSignInLimits &
  HasAnalytics &
  HasOutside &
  HasCards &
  HasAfterAnswer &
  HasLog;

import type { LookAtDisk } from '@placard/db/process/disks';
import type { Database } from '@placard/db/schema';
import type { Secrets } from '@placard/db/secrets/secrets';
import type { MemberRole, Role } from '@placard/domain/roles';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';

/** Who is calling. Routes get it from the session; the demo and the worker make their own. */
export type Actor = {
  /** Who acts: what is about a person (password, sessions, notices) and every audit row carry it. */
  readonly userId: number;
  /** For which account: whatever is owned is an account's. */
  readonly accountId: number;
  /** What they may do within it. */
  readonly member: MemberRole;
  /** 0 of who has none: the demo, the worker, a program with an API key. */
  readonly sessionId: number;
  /** Those of the account, and `operator` of who runs the network. */
  readonly roles: readonly Role[];
  /** IANA name: calendar days of this account are days of this zone. */
  readonly timeZone: string;
};

// What use cases depend on, one piece each: a use case names the pieces it uses, `HasDb & HasClock`. Pieces of ours stand beside what they give.

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
/** Where folders of it are mounted apart; undefined: as the system tells. */
export type HasDisks = HasDataDir & { readonly lookAtDisk?: LookAtDisk };
export type HasSecrets = { readonly secrets: Secrets };
export type HasLog = { readonly log: Logger };

import type { AccountType } from '../../lib/session/login-destination.ts';

/** What a way of signing in beside the password is given. One is gone at a time, and none while the password is checked. */
export type OtherWay = {
  readonly accountType: AccountType;
  readonly onRefused: (why: string) => void;
  readonly disabled: boolean;
  readonly go: (work: () => Promise<void>) => Promise<void>;
};

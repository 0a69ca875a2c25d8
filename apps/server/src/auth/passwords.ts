import { hash, verify } from '@node-rs/argon2';

export type HasPasswords = { readonly passwords: Passwords };

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an account without password (null) as for one with: the time tells nobody who is a member. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash cost less than one of today: whoever signs in by it gets another one. */
  isCheaper(passwordHash: string): boolean;
};

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. About 20 ms on the machine this was built on. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type PasswordCost = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

/** `$argon2id$v=19$m=19456,t=2,p=1$…` */
const HASH = /^\$argon2id\$v=\d+\$m=(\d+),t=(\d+),p=\d+\$/;

/** What is no such hash costs nothing that could be compared. Lanes make it faster, not dearer, and are not looked at. */
function isCheaper(passwordHash: string, cost: PasswordCost): boolean {
  const [, memory, time] = HASH.exec(passwordHash) ?? [];
  return Number(memory ?? 0) < cost.memoryCost || Number(time ?? 0) < cost.timeCost;
}

export function createPasswords(cost: PasswordCost = COST): Passwords {
  // Hash of a password that nobody has, made at the first need with the same cost as real ones.
  let decoy: Promise<string> | undefined;
  return {
    hash: async (password) => await hash(password, cost),
    isCheaper: (passwordHash) => isCheaper(passwordHash, cost),
    async verify(passwordHash, password) {
      if (passwordHash !== null) return await verify(passwordHash, password);
      decoy ??= hash(crypto.randomUUID(), cost);
      await verify(await decoy, password);
      return false;
    },
  };
}

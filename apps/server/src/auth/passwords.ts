import { hash, verify } from '@node-rs/argon2';

export type HasPasswords = { readonly passwords: Passwords };

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an account without password (null) as for one with: the time tells nobody who is a member. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. About 20 ms on the machine this was built on. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type PasswordCost = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

export function createPasswords(cost: PasswordCost = COST): Passwords {
  // Hash of a password that nobody has, made at the first need with the same cost as real ones.
  let decoy: Promise<string> | undefined;
  return {
    hash: async (password) => await hash(password, cost),
    async verify(passwordHash, password) {
      if (passwordHash !== null) return await verify(passwordHash, password);
      decoy ??= hash(crypto.randomUUID(), cost);
      await verify(await decoy, password);
      return false;
    },
  };
}

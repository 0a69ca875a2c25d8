import { resolve } from 'node:path';
import { baseFor } from '@placard/domain/backup/point-in-time';
import { BackupFault } from '../backup/backup-fault.ts';
import { type BaseManifest, basesOf, type Chain, chainsIn, openChain, readBase } from './chain.ts';

export type SourceOrder = {
  /** A folder of points in time. */
  readonly from: string;
  /** What people know that folder as, where it is only a copy. */
  readonly place?: string;
  /** The moment that everything is to be as of; null: as late as was kept. */
  readonly at: Date | null;
  readonly passphrase: string | null;
};

export type Source = { readonly chain: Chain; readonly name: string; readonly base: BaseManifest };

const textOf = (ms: number) => new Date(ms).toISOString();

/** @throws BackupFault where no base is early enough */
export function findSource({ from, place = resolve(from), at, passphrase }: SourceOrder): Source {
  const chains = chainsIn(resolve(from));
  const faults: BackupFault[] = [];
  const bases = chains.flatMap((folder) => {
    try {
      const chain = openChain(folder, passphrase);
      return basesOf(chain).map((base) => ({ ...base, of: chain }));
    } catch (cause) {
      if (!(cause instanceof BackupFault)) throw cause;
      faults.push(cause);
      return [];
    }
  });
  const found = baseFor(bases, at?.getTime() ?? null);
  if (found !== undefined) return { chain: found.of, name: found.name, base: readBase(found.of, found.name) };
  const [fault] = faults;
  if (bases.length === 0 && fault !== undefined) throw fault;
  const first = bases.toSorted((one, other) => one.endedAtMs - other.endedAtMs)[0];
  throw new BackupFault(
    first === undefined
      ? `There is no whole base in ${place} yet: no moment can be restored from it.`
      : `The earliest moment that ${place} can restore is ${textOf(first.endedAtMs)}.`,
  );
}

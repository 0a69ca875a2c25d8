import { databaseUrl } from '@placard/db/config';
import { readConfig as readLauncherConfig } from '@placard/tooling/launcher/config';
import { readConfig as readDeliveryConfig } from '../../../apps/delivery/src/config.ts';
import { readServerConfig } from '../../../apps/server/src/config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Read = (environment: Environment) => unknown;

/** What each command reads its settings by. */
export const READERS: Readonly<Record<string, readonly Read[]>> = {
  start: [(environment) => readLauncherConfig([], environment), readServerConfig, readDeliveryConfig],
  api: [readServerConfig],
  worker: [readServerConfig],
  delivery: [readDeliveryConfig],
  migrate: [databaseUrl],
};

/** An environment that knows what was asked of it. */
export function noting(environment: Environment): {
  readonly environment: Environment;
  readonly asked: Set<string>;
} {
  const asked = new Set<string>();
  const get = (of: Environment, name: string | symbol) => {
    asked.add(String(name));
    return of[String(name)];
  };
  return { environment: new Proxy(environment, { get }), asked };
}

/** All that is ever asked for: some settings only where others are set, to whatever. */
export function everythingAsked(readers: readonly Read[]): string[] {
  const known = new Set<string>();
  for (let before = -1; before < known.size; ) {
    before = known.size;
    const { environment, asked } = noting(Object.fromEntries([...known].map((name) => [name, '1'])));
    for (const read of readers)
      try {
        read(environment);
      } catch {
        // What is wrong with them is told at the end, once all were asked for.
      }
    for (const name of asked) known.add(name);
  }
  return [...known].sort();
}

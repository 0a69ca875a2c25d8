import { type ComponentType, type ReactNode, Suspense, use } from 'react';

const NEVER = new Promise<never>(() => undefined);

function Held(): ReactNode {
  return use(NEVER);
}

/**
 * `lazy-part.tsx` for tests without a browser: what is fetched where it is shown is on its way, always. Whether it had come hung on which
 * other tests the process had run before.
 */
export function lazyPart<Props extends object>(_load: () => Promise<{ default: ComponentType<Props> }>) {
  return Object.assign((_props: Props) => <Held />, { preload: async () => undefined });
}

export function quietPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazyPart(load);
  const quiet = (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(quiet, { preload: Part.preload });
}

export const fetchFailedPart = async () => undefined;

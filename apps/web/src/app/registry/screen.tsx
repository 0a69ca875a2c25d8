import { createRoute, redirect, useParams } from '@tanstack/react-router';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { idParameter, type SearchRecord } from '../../lib/search/search-text.ts';
import type { RouteAccess } from '../../lib/session/access-guard.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { guard } from './guard.ts';
import { authLayout, rootRoute, shellLayout } from './root-route.ts';

/** The numbers that a path carries: of `/campaigns/$id` it is `id`. */
type IdName<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | IdName<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

type Screen<Ids> = ((ids: Ids) => ReactNode) & {
  /** Asks for what it shows first, from the query of its URL. */
  readonly prefetch?: (search: SearchRecord) => void;
};
type Load<Ids> = () => Promise<{ readonly default: Screen<Ids> }>;
/** The ids of its path are a screen's props, as numbers. */
type LoadFor<Path extends string> = Load<{ readonly [Name in IdName<Path>]: number }>;

type Ids = Readonly<Record<string, number>>;

/** The screen with the ids of the address; an address that holds no id there leads nowhere. */
function WithIds({ path, of: Loaded }: { path: string; of: ComponentType<Ids> }) {
  const raw: Readonly<Record<string, string>> = useParams({ strict: false });
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  const ids = names.flatMap((name) => {
    const id = idParameter(raw[name] ?? '');
    return id === undefined ? [] : [[name, id] as const];
  });
  if (ids.length < names.length) return <NotFoundPage />;
  return (
    <Fragment key={ids.join()}>
      <Loaded {...Object.fromEntries(ids)} />
    </Fragment>
  );
}

/**
 * The guard, and behind it the screen's first calls: they are under way while React makes the page that shows them.
 * Not awaited, so they hold nothing up; a screen that does not load is the router's to tell.
 */
function enter(access: RouteAccess, load: Load<never>) {
  const judge = guard(access);
  return (context: { location: { href: string }; search: SearchRecord; cause: string }) => {
    judge(context);
    if (context.cause !== 'enter') return;
    void load().then(
      ({ default: entered }) => entered.prefetch?.(context.search),
      () => {},
    );
  };
}

/** A screen in the default layout: `screen('/advertiser/campaigns', ADVERTISER, () => import('…/campaign-list.tsx'))`. */
export function screen<const Path extends string>(path: Path, access: RouteAccess, load: LoadFor<Path>) {
  const Loaded = lazyPart(load as Load<Ids>, true);
  return createRoute({
    getParentRoute: () => shellLayout,
    path,
    beforeLoad: enter(access, load),
    component: Object.assign(() => <WithIds path={path} of={Loaded} />, {
      preload: Loaded.preload,
    }),
  });
}

/** A screen in the auth layout, without Mantine. */
export function authScreen<const Path extends string>(path: Path, access: RouteAccess, load: Load<object>) {
  return createRoute({
    getParentRoute: () => authLayout,
    path,
    beforeLoad: guard(access),
    component: lazyPart(load, true),
  });
}

/** A path that only leads on; the guard of where it leads decides. */
export function redirection<const Path extends string>(path: Path, to: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ href: to, replace: true });
    },
  });
}

import type { Plugin } from 'vite';

const NAME = 'virtual:api-routes';
const RESOLVED = `\0${NAME}`;

type Route = { readonly method?: string; readonly path?: string };
type RouteTree = { [key: string]: readonly [string, string] | RouteTree };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function routeOf(node: Record<string, unknown>): Route | undefined {
  const definition = node['~orpc'];
  return isRecord(definition) && isRecord(definition.route) ? (definition.route as Route) : undefined;
}

/** Keeps method and path of each operation; oRPC's own defaults stand where the contract names none. */
export function routeTree(router: Record<string, unknown>, path: readonly string[] = []): RouteTree {
  const tree: RouteTree = {};
  for (const [name, node] of Object.entries(router)) {
    if (!isRecord(node)) continue;
    const route = routeOf(node);
    const here = [...path, name];
    tree[name] =
      route === undefined
        ? routeTree(node, here)
        : [route.method ?? 'POST', route.path ?? `/${here.join('/')}`];
  }
  return tree;
}

/**
 * Gives the browser the contract's methods and paths without its schemas and zod, which are needed only
 * where a form validates: some 30 KiB (gzip) less on every page.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'placard-api-routes',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const module: unknown = await import('@placard/contract/contract');
      if (!isRecord(module) || !isRecord(module.contract))
        throw new Error('@placard/contract/contract has no contract');
      return `export default ${JSON.stringify(routeTree(module.contract))};`;
    },
  };
}

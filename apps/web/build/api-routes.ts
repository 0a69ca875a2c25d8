import type { Plugin } from 'vite';
import type { z } from 'zod';
import type { ApiRoute } from '../src/lib/api/call-parts.ts';
import { SESSION_OPERATIONS } from '../src/lib/api/session-operations.ts';
import { ShapeTable } from './answer-shapes.ts';
import { packed } from './pack-shapes.ts';

/** All operations, and the few that login and the other pages before sign-in need. */
const MODULES: Readonly<Record<string, (path: string) => boolean>> = {
  'virtual:api-routes': () => true,
  'virtual:session-routes': (path) => SESSION_OPERATIONS.some((operation) => path === operation),
};
const PREFIX = '\0';

/** As the browser gets it. */
export type RouteTree = { [key: string]: ApiRoute | RouteTree };

type Definition = {
  readonly route: { readonly method?: string; readonly path?: string };
  readonly meta: { readonly idempotent?: unknown };
  readonly outputSchema?: z.core.$ZodType;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function definitionOf(node: Record<string, unknown>): Definition | undefined {
  const definition = node['~orpc'];
  return isRecord(definition) && isRecord(definition.route) ? (definition as Definition) : undefined;
}

/**
 * Keeps method, path, the shape of the answer and whether it takes a key of each operation; oRPC's own defaults stand where the contract names
 * none.
 */
export function routeTree(
  router: Record<string, unknown>,
  table: ShapeTable,
  wanted: (path: string) => boolean = () => true,
  path: readonly string[] = [],
): RouteTree {
  const tree: RouteTree = {};
  for (const [name, node] of Object.entries(router)) {
    if (!isRecord(node)) continue;
    const here = [...path, name];
    const definition = definitionOf(node);
    if (definition === undefined) tree[name] = routeTree(node, table, wanted, here);
    else if (wanted(here.join('.'))) {
      const { route, meta, outputSchema } = definition;
      const parts = [
        route.method ?? 'POST',
        route.path ?? `/${here.join('/')}`,
        outputSchema === undefined ? '*' : table.add(outputSchema),
      ] as const;
      tree[name] = meta.idempotent === undefined ? parts : [...parts, 1];
    }
  }
  return tree;
}

/**
 * Gives the browser the contract's methods, paths and shapes of answers without its schemas and zod, which are needed
 * only where a form validates: some 30 KiB (gzip) less on every page.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'placard-api-routes',
    resolveId: (id) => (id in MODULES ? PREFIX + id : undefined),
    async load(id) {
      const wanted = id.startsWith(PREFIX) ? MODULES[id.slice(PREFIX.length)] : undefined;
      if (wanted === undefined) return undefined;
      const module: unknown = await import('@placard/contract/contract');
      if (!isRecord(module) || !isRecord(module.contract))
        throw new Error('@placard/contract/contract has no contract');
      const table = new ShapeTable();
      const tree = routeTree(module.contract, table, wanted);
      const { routes, shapes } = packed(tree, table.shapes);
      return `export const routes = ${JSON.stringify(routes)};\nexport const shapes = ${JSON.stringify(shapes)};`;
    },
  };
}

import type { Shape } from '../src/lib/api/answer-shape.ts';
import type { RouteTree } from '../src/lib/api/call-parts.ts';

export type PackedRoutes = { readonly routes: RouteTree; readonly shapes: readonly Shape[] };

const isRoute = (node: RouteTree[string]): node is Extract<RouteTree[string], readonly unknown[]> =>
  Array.isArray(node);
const isList = (shape: object): shape is readonly [Shape] => Array.isArray(shape);
const isOneOfShapes = (shape: object): shape is { readonly '|': readonly Shape[] } => '|' in shape;

/** The same shape with each shape in it changed. */
function mapped(shape: Exclude<Shape, number>, change: (inner: Shape) => Shape): Shape {
  if (typeof shape === 'string' || '=' in shape) return shape;
  if (isList(shape)) return [change(shape[0])];
  if (isOneOfShapes(shape)) return { '|': shape['|'].map(change) };
  return Object.fromEntries(Object.entries(shape).map(([field, inner]) => [field, change(inner)]));
}

/**
 * Puts shapes that are named once where they are named: of a thousand the table keeps some two hundred. Numbers compress
 * badly, so that is 1.8 KiB (gzip) less on every page.
 */
export function packed(routes: RouteTree, shapes: readonly Shape[]): PackedRoutes {
  const uses = shapes.map(() => 0);
  const count = (shape: Shape): Shape => {
    if (typeof shape === 'number') uses[shape] = (uses[shape] ?? 0) + 1;
    else mapped(shape, count);
    return shape;
  };
  const kept: Shape[] = [];
  const places = new Map<number, number>();
  const pack = (shape: Shape): Shape => {
    if (typeof shape !== 'number') return mapped(shape, pack);
    const named = shapes[shape] ?? '*';
    if ((uses[shape] ?? 0) < 2) return pack(named);
    const known = places.get(shape);
    if (known !== undefined) return known;
    const place = kept.push(pack(named)) - 1;
    places.set(shape, place);
    return place;
  };
  for (const shape of shapes) count(shape);
  mapRoutes(routes, count);
  return { routes: mapRoutes(routes, pack), shapes: kept };
}

function mapRoutes(tree: RouteTree, change: (answer: Shape) => Shape): RouteTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => {
      if (!isRoute(node)) return [name, mapRoutes(node, change)];
      const [method, path, answer, ...more] = node;
      return [name, [method, path, change(answer), ...more] as const];
    }),
  );
}

import { contract } from '@placard/contract/contract';
import { describe, expect, it } from 'vitest';
import type { Shape } from '../src/lib/api/answer-shape.ts';
import type { ApiRoute } from '../src/lib/api/call-parts.ts';
import { ShapeTable } from './answer-shapes.ts';
import { type RouteTree, routeTree } from './api-routes.ts';
import { packed } from './pack-shapes.ts';

/** A shape with all that it names written out. */
function written(shape: Shape | undefined, table: readonly Shape[]): unknown {
  if (shape === undefined) throw new Error('a shape that is not there');
  if (typeof shape === 'number') return written(table[shape], table);
  if (typeof shape === 'string' || '=' in shape) return shape;
  if (Array.isArray(shape)) return shape.map((each: Shape) => written(each, table));
  if ('|' in shape && Array.isArray(shape['|']))
    return { '|': shape['|'].map((each: Shape) => written(each, table)) };
  return Object.fromEntries(
    Object.entries(shape as Record<string, Shape>).map(([field, each]) => [field, written(each, table)]),
  );
}

const isRoute = (node: ApiRoute | RouteTree): node is ApiRoute => Array.isArray(node);
function writtenRoutes(tree: RouteTree, table: readonly Shape[]): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => {
      if (!isRoute(node)) return [name, writtenRoutes(node, table)];
      const [method, path, answer, ...more] = node;
      return [name, [method, path, written(answer, table), ...more]];
    }),
  );
}

describe('packed shapes', () => {
  const table = new ShapeTable();
  const routes = routeTree(contract, table);
  const result = packed(routes, table.shapes);

  it('say the same of every operation', () => {
    expect(writtenRoutes(result.routes, result.shapes)).toEqual(writtenRoutes(routes, table.shapes));
  });

  it('keep what is named twice, once', () => {
    const texts = result.shapes.map((shape) => JSON.stringify(shape));
    expect(new Set(texts).size).toBe(texts.length);
    expect(result.shapes.length).toBeLessThan(table.shapes.length / 3);
    const [named, alone]: Shape[] = [{ id: 'n' }, { data: 0 }];
    const tree: RouteTree = { one: ['GET', '/one', 1], two: ['POST', '/two', 0, 1] };
    expect(packed(tree, [named ?? '*', alone ?? '*'])).toEqual({
      routes: { one: ['GET', '/one', { data: 0 }], two: ['POST', '/two', 0, 1] },
      shapes: [{ id: 'n' }],
    });
  });
});

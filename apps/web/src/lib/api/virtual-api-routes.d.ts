declare module 'virtual:api-routes' {
  import type { Shape } from './answer-shape.ts';
  import type { RouteTree } from './call-parts.ts';

  export const routes: RouteTree;
  export const shapes: readonly Shape[];
}

/** The same of `SESSION_OPERATIONS` only. */
declare module 'virtual:session-routes' {
  import type { Shape } from './answer-shape.ts';
  import type { RouteTree } from './call-parts.ts';

  export const routes: RouteTree;
  export const shapes: readonly Shape[];
}

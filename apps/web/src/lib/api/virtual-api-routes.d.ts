declare module 'virtual:api-routes' {
  import type { ApiRoute } from './call-parts.ts';

  type RouteTree = { readonly [key: string]: ApiRoute | RouteTree };
  const routes: RouteTree;
  export default routes;
}

import { routes, shapes } from 'virtual:session-routes';
import { type Api, apiFrom } from './endpoint.ts';
import type { SESSION_OPERATIONS } from './session-operations.ts';

type Operation = (typeof SESSION_OPERATIONS)[number];

type Picked<Tree> = {
  readonly [Group in keyof Tree & string as `${Group}.${string}` & Operation extends never ? never : Group]: {
    readonly [Name in keyof Tree[Group] & string as `${Group}.${Name}` extends Operation
      ? Name
      : never]: Tree[Group][Name];
  };
};

/** The operations of `SESSION_OPERATIONS`, for the pages that do without the rest of `api`. */
export const sessionApi = apiFrom(routes, shapes) as Picked<Api>;

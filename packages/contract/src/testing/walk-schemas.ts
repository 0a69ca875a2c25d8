import type { AnyContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import { contract } from '../contract.ts';

/** One place of a schema: `campaign.startDate`, `sizes.[]`, and what stands there without its wrappings. */
export type Place = { readonly path: string; readonly schema: z.ZodType };

type Def = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
};

/** Every place of a schema that an input fills, unions in each of their forms. */
export function placesOf(schema: z.ZodType, path = ''): Place[] {
  const def = schema.def as Def;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const parts = [
    ...(def.innerType === undefined ? [] : placesOf(def.innerType, path)),
    ...(def.in === undefined ? [] : placesOf(def.in, path)),
    ...(def.element === undefined ? [] : placesOf(def.element, below('[]'))),
    ...(def.valueType === undefined ? [] : placesOf(def.valueType, below('{}'))),
    ...(def.options ?? []).flatMap((option) => placesOf(option, path)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => placesOf(field, below(name))),
  ];
  return parts.length === 0 ? [{ path, schema }] : parts;
}

export type Operation = { readonly name: string; readonly procedure: AnyContractProcedure };

/** Every operation of the contract. */
export function operationsOf(): Operation[] {
  return Object.entries(contract).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, procedure]) => ({ name: `${group}.${name}`, procedure })),
  );
}

/** Every place of every operation's input. */
export function inputPlaces(): (Place & { readonly operation: string })[] {
  return operationsOf().flatMap(({ name, procedure }) => {
    const schema = procedure['~orpc'].inputSchema as z.ZodType | undefined;
    return schema === undefined ? [] : placesOf(schema).map((place) => ({ ...place, operation: name }));
  });
}

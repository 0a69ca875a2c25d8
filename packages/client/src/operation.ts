import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { contract } from '@placard/contract/contract';

type Contract = typeof contract;
type ProcedureOf<Group extends keyof Contract, Name extends keyof Contract[Group]> =
  Contract[Group][Name] extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? { readonly input: InferSchemaInput<Input>; readonly output: DataOf<InferSchemaOutput<Output>> }
    : never;
/** Answers are `{ data }`: a call resolves to what is inside. */
type DataOf<Answer> = Answer extends { data: infer Data } ? Data : Answer;

/** `once`: it takes an Idempotency-Key, so that it may be sent again when no answer came. */
export type Operation<Input, Output> = {
  readonly method: string;
  readonly path: string;
  readonly once: boolean;
  /** There for the types alone: what it takes and answers. */
  readonly types?: { readonly input: Input; readonly output: Output };
};

type OperationOf<Group extends keyof Contract, Name extends keyof Contract[Group]> = Operation<
  ProcedureOf<Group, Name>['input'],
  ProcedureOf<Group, Name>['output']
>;
/** Every operation of a group of the contract. */
export type GroupOf<Group extends keyof Contract> = {
  readonly [Name in keyof Contract[Group]]: OperationOf<Group, Name>;
};

/** As they are written down in operations.ts. */
export const get = (path: string) => ({ method: 'GET', path, once: false });
export const put = (path: string) => ({ method: 'PUT', path, once: false });
export const remove = (path: string) => ({ method: 'DELETE', path, once: false });
export const post = (path: string) => ({ method: 'POST', path, once: false });
export const postOnce = (path: string) => ({ method: 'POST', path, once: true });

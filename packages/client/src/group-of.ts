import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { contract } from '@placard/contract/contract';
import type { Operation } from './operation.ts';

type Contract = typeof contract;
type ProcedureOf<Group extends keyof Contract, Name extends keyof Contract[Group]> =
  Contract[Group][Name] extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? { readonly input: InferSchemaInput<Input>; readonly output: DataOf<InferSchemaOutput<Output>> }
    : never;
/** Answers are `{ data }`: a call resolves to what is inside. */
type DataOf<Answer> = Answer extends { data: infer Data } ? Data : Answer;

type OperationOf<Group extends keyof Contract, Name extends keyof Contract[Group]> = Operation<
  ProcedureOf<Group, Name>['input'],
  ProcedureOf<Group, Name>['output']
>;
/** Every operation of a group of the contract. */
export type GroupOf<Group extends keyof Contract> = {
  readonly [Name in keyof Contract[Group]]: OperationOf<Group, Name>;
};

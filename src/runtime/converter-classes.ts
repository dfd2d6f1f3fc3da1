import type { ConversionJobSpec } from '../resource/conversion-job.ts';
import { serves, type ConverterClassSpec } from '../resource/converter-class.ts';
import type { Workspaces } from './workspaces.ts';

export interface ConverterClass {
  readonly name: string;
  readonly spec: ConverterClassSpec;
  /** On a single machine. In a cluster, only the asker of the class has it. */
  readonly apiKey?: string;
}

/** The port to converter classes: custom resources, or records in the data folder. */
export interface ConverterClasses {
  /** From a cache. */
  get(name: string): ConverterClass | undefined;
  list(): readonly ConverterClass[];
  /** Replaces a class, or deletes it; `undefined` where only `kubectl` may write it. */
  readonly set: ((name: string, value: Omit<ConverterClass, 'name'> | undefined) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** The class of a job, by its name; without `found` where there is no such class. */
export interface ChosenClass {
  readonly name: string;
  readonly found?: ConverterClass;
}

/** The converter class of a job; undefined where it has none. */
export type ClassOf = (spec: ConversionJobSpec) => ChosenClass | undefined;

/** Finds the class that a job names, or else its workspace; one that does not serve the workspace is none. */
export const classChooser =
  (classes: Pick<ConverterClasses, 'get'>, workspaces: Pick<Workspaces, 'get'>): ClassOf =>
  ({ workspace, converterClassName }) => {
    const name = converterClassName ?? workspaces.get(workspace)?.spec.converterClassName;
    if (name === undefined) return undefined;
    const found = classes.get(name);
    return found && serves(found.spec, workspace) ? { name, found } : { name };
  };

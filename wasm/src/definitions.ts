// Shapes of the field tables that the generator writes.

/** One field of a description. */
export interface FieldDefinition {
  /** Name in descriptions, scene files and on objects. */
  readonly name: string;
  /** What kind of value it holds. */
  readonly type:
    | 'number'
    | 'integer'
    | 'boolean'
    | 'string'
    | 'enum'
    | 'vec2'
    | 'ivec2'
    | 'vec3'
    | 'quat'
    | 'numbers'
    | 'integers'
    | 'pins'
    | 'struct'
    | 'structs'
    | 'union'
    | 'handle';
  /** Unit as text, such as `m/s`; empty for plain numbers. */
  readonly unit?: string;
  /** One sentence on the meaning. */
  readonly help?: string;
  /** Value when a description leaves it out. */
  readonly default?: unknown;
  /** Whether it may be left out although there is no fixed default. */
  readonly optional?: boolean;
  /** Whether it can be changed after creation. */
  readonly settable?: boolean;
  /** Why it can't, where it can't. */
  readonly whyFixed?: string;
  /** Smallest value allowed. */
  readonly min?: number;
  /** Largest value allowed. */
  readonly max?: number;
  /** Whether `min` itself is excluded. */
  readonly exclusiveMin?: boolean;
  /** Names allowed, for enums and pins. */
  readonly options?: readonly string[];
  /** Name of the structure, union or kind it refers to. */
  readonly ref?: string;
  /** Whether it is state that a running world writes, absent from a fresh description. */
  readonly state?: boolean;
  /** 64 where the value is kept in double precision; otherwise single. */
  readonly precision?: number;
}

/** A structure inside descriptions, such as `box`. */
export interface StructDefinition {
  /** One sentence on the meaning. */
  readonly help: string;
  /** Its fields, in order. */
  readonly fields: readonly FieldDefinition[];
  /** Groups of fields of which exactly one is given. */
  readonly oneOf?: readonly (readonly string[])[];
}

/** A kind of thing in a world, such as `body`. */
export interface KindDefinition extends StructDefinition {
  /** Name of the kind. */
  readonly name: string;
  /** True where objects are not written to scene files. */
  readonly transient?: boolean;
  /** True where each field is a structure of which a description gives exactly one. */
  readonly union?: boolean;
}

/** The field tables of the core. */
export interface Definitions {
  /** Version of the package. */
  readonly version: string;
  /** Version of the scene format. */
  readonly sceneVersion: number;
  /** Kinds, by kind number; the first is the world itself. */
  readonly kinds: readonly KindDefinition[];
  /** Structures inside descriptions, by name. */
  readonly structs: Readonly<Record<string, StructDefinition>>;
  /** Fields that hold exactly one of several structures, by name. */
  readonly unions: Readonly<Record<string, readonly string[]>>;
  /** Names of the entries of `world.diagnostics`. */
  readonly diagnostics: readonly string[];
}

/** What the code needs to know about a field at run time. */
export interface FieldTrait {
  readonly fixed?: true;
  readonly handle?: string;
  readonly struct?: string;
  readonly structs?: string;
  readonly union?: string;
  /** Taken away by assigning undefined. */
  readonly optional?: true;
  readonly double?: true;
}

/** The fields of a kind or structure, by name. */
export type FieldTraits = Readonly<Record<string, FieldTrait>>;

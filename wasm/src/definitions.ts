// Types of the generated field tables.

/** One field of a description. */
export interface FieldDefinition {
  /** Name in descriptions, scene files and on objects. */
  readonly name: string;
  /** Type of its value. */
  readonly type:
    | 'number'
    | 'integer'
    | 'boolean'
    | 'string'
    | 'enum'
    | 'vec2'
    | 'ivec2'
    | 'vec3'
    | 'ivec3'
    | 'bvec3'
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
  /** Meaning of the field or structure. */
  readonly help?: string;
  /** Default value. */
  readonly default?: unknown;
  /** Whether it is optional without a fixed default. */
  readonly optional?: boolean;
  /** Whether it can change after creation. */
  readonly settable?: boolean;
  /** Reason if it can't change. */
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
  /** Whether it is state that a running world writes, absent from an initial description. */
  readonly state?: boolean;
  /** 64 for double precision; absent for single precision. */
  readonly precision?: number;
}

/** A structure inside descriptions, such as `box`. */
export interface StructDefinition {
  /** Meaning of the field or structure. */
  readonly help: string;
  /** Its fields, in order. */
  readonly fields: readonly FieldDefinition[];
  /** Groups of fields of which exactly one is given. */
  readonly oneOf?: readonly (readonly string[])[];
}

/** A kind of object in a world, such as `body`. */
export interface KindDefinition extends StructDefinition {
  /** Name of the kind. */
  readonly name: string;
  /** True if its objects are not written to scene files. */
  readonly transient?: boolean;
  /** True if each field is a structure, of which a description gives exactly one. */
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

/** Traits of a field at run time. */
export interface FieldTrait {
  readonly handle?: string;
  readonly struct?: string;
  readonly structs?: string;
  readonly union?: string;
  /** Whether assigning undefined removes it. */
  readonly optional?: true;
  readonly double?: true;
}

/** The fields of a kind or structure, by name. */
export type FieldTraits = Readonly<Record<string, FieldTrait>>;
